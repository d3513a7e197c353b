import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useClientState } from '../../client/client';
import { copyText } from '../../client/copy';
import { EmojiSign } from '../../parts/emoji-sign';
import { dayStart, lastActiveWords } from '../../parts/last-active';
import { PresenceMark } from '../../parts/presence-mark';
import { roleText } from '../../parts/role-text';
import { lastActiveText } from '../../store/presence';
import type { State, User } from '../../store/state';
import { tp } from '../../strings/people-strings';
import { languageInUse } from '../../strings/strings';
import { IconButton } from '../../ui/button';

/** What somebody is here: a role, or what kind of bot. */
function standingText(state: State, user: User): string {
  if (!user.is_bot) return roleText(user.role);
  const owner = typeof user.bot_owner_id === 'number' ? state.users.get(user.bot_owner_id) : undefined;
  return owner ? tp('card.botOf', { owner: owner.full_name }) : tp('card.bot');
}

function localTime(timezone: string, usesTwentyFourHours: boolean): string | undefined {
  if (timezone === '') return undefined;
  try {
    const time = new Intl.DateTimeFormat(languageInUse(), {
      ...{ hour: 'numeric', minute: '2-digit', timeZone: timezone },
      hourCycle: usesTwentyFourHours ? 'h23' : 'h12',
    });
    return tp('card.localTime', { time: time.format() });
  } catch (error) {
    // The browser does not know every zone that the service knows.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The emoji and the text that somebody has set. */
function StatusLine({ userId }: { userId: number }) {
  const status = useClientState((state) => state.statuses.get(userId));
  const { emoji_name, emoji_code, reaction_type, status_text } = status ?? {};
  if (!emoji_name && !status_text) return null;
  return (
    <p className="user-status">
      {emoji_name && emoji_code && reaction_type && <EmojiSign emoji={{ emoji_name, emoji_code, reaction_type }} />}
      {status_text && <bdi>{status_text}</bdi>}
    </p>
  );
}

/** What is known of somebody at a glance: name, role, status, times. */
export function UserFacts({ user }: { user: User }) {
  const standing = useClientState((state) => standingText(state, user));
  const usesTwentyFourHours = useClientState((state) => state.settings.twenty_four_hour_time);
  const [day] = useState(() => dayStart());
  const lastActive = useClientState((state) => {
    const last = lastActiveText(state, user.user_id, day);
    return last && lastActiveWords(last);
  });
  const time = user.is_bot ? undefined : localTime(user.timezone ?? '', usesTwentyFourHours);
  return (
    <div className="user-facts">
      <h2>
        {user.is_active && <PresenceMark userId={user.user_id} />}
        <bdi>{user.full_name}</bdi>
      </h2>
      <p>{user.is_active ? standing : `${standing} · ${tp('card.deactivated')}`}</p>
      <StatusLine userId={user.user_id} />
      {time && <p>{time}</p>}
      {user.is_active && lastActive && <p>{lastActive}</p>}
    </div>
  );
}

/** An address that may be copied. */
export function UserEmail({ email }: { email: string }) {
  return (
    <p className="user-email">
      <bdi>{email}</bdi>
      <IconButton label={tp('card.copyEmail')} onClick={() => void copyText(email, tp('card.emailCopied'))}>
        <Copy size="1rem" aria-hidden="true" />
      </IconButton>
    </p>
  );
}
