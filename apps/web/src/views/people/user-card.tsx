import {
  AtSign,
  Copy,
  Eye,
  EyeOff,
  MessageCircle,
  MessagesSquare,
  Pencil,
  Reply,
  Send,
  Smile,
  SmilePlus,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { namesOf, useClient, useClientState } from '../../client/client';
import { copyText } from '../../client/copy';
import { goTo } from '../../client/location';
import { mentionOf } from '../../compose/quote';
import { targetOfMessage, writeTo } from '../../compose/target';
import { narrowAddress } from '../../narrow/address';
import { directNarrow, narrowKey } from '../../narrow/terms';
import { EmojiSign } from '../../parts/emoji-sign';
import { dayStart, lastActiveWords } from '../../parts/last-active';
import { clearStatus, hasStatus, setInvisible, setMuted } from '../../parts/people-actions';
import { type OpenCard, peopleDialog } from '../../parts/people-cards';
import { PresenceMark } from '../../parts/presence-mark';
import { roleText } from '../../parts/role-text';
import { lastActiveText } from '../../store/presence';
import type { State, User } from '../../store/state';
import { mayWriteTo } from '../../store/user-permissions';
import { isAmbiguous, userOf } from '../../store/users';
import { tp } from '../../strings/people-strings';
import { languageInUse, t } from '../../strings/strings';
import { Avatar } from '../../ui/avatar';
import { Popover } from '../../ui/popover';
import { ProfileList } from './profile-values';
import './people.css';

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
export function StatusLine({ userId }: { userId: number }) {
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
function Facts({ user }: { user: User }) {
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

interface ItemProps {
  icon: LucideIcon;
  children: string;
  href?: string;
  onPress?: () => void;
}

/** One thing that can be done from a card. */
export function CardItem({ icon: Icon, children, href, onPress }: ItemProps) {
  const content = (
    <>
      <Icon size="1rem" aria-hidden="true" /> {children}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <button type="button" className="card-item" onClick={onPress}>
          {content}
        </button>
      ) : (
        <a className="card-item" href={href} onClick={onPress}>
          {content}
        </a>
      )}
    </li>
  );
}

interface ItemsProps {
  user: User;
  from: OpenCard['from'];
  onClose: () => void;
}

function OwnItems({ onClose }: Pick<ItemsProps, 'onClose'>) {
  const client = useClient();
  const isSet = useClientState((state) => hasStatus(state, state.userId));
  const isVisible = useClientState((state) => state.settings.presence_enabled);
  const openStatus = (): void => {
    onClose();
    peopleDialog.set({ kind: 'status' });
  };
  return (
    <>
      <CardItem icon={SmilePlus} onPress={openStatus}>
        {isSet ? tp('status.edit') : tp('status.set')}
      </CardItem>
      {isSet && (
        <CardItem icon={Smile} onPress={clearStatus}>
          {tp('status.clear')}
        </CardItem>
      )}
      <CardItem icon={isVisible ? EyeOff : Eye} onPress={() => setInvisible(client, isVisible)}>
        {isVisible ? tp('invisible.on') : tp('invisible.off')}
      </CardItem>
      <CardItem icon={Pencil} href="#settings/profile" onPress={onClose}>
        {tp('card.editProfile')}
      </CardItem>
    </>
  );
}

/** A mention as it is written in messages. */
function mentionText(state: State, user: User): string {
  return mentionOf(user.full_name, user.user_id, isAmbiguous(state, user));
}

function ReplyItem({ user, from, onClose }: ItemsProps) {
  const { store } = useClient();
  const message = useClientState((state) => (from ? state.messages.get(from.messageId) : undefined));
  if (!from || !message) return null;
  const reply = (): void => {
    onClose();
    writeTo(narrowKey(from.view), targetOfMessage(message), `${mentionText(store.get(), user)} `);
  };
  return (
    <CardItem icon={Reply} onPress={reply}>
      {tp('card.reply')}
    </CardItem>
  );
}

/** What one does with others. */
function OtherItems(props: ItemsProps) {
  const { user, onClose } = props;
  const client = useClient();
  const isMuted = useClientState((state) => state.mutedUsers.has(user.user_id));
  const mayWrite = useClientState((state) => mayWriteTo(state, user.user_id));
  const state = client.store.get();
  const direct = narrowAddress(directNarrow([user.user_id]), namesOf(state));
  const write = (): void => {
    onClose();
    goTo(direct);
    writeTo(narrowKey(directNarrow([user.user_id])), { type: 'direct', userIds: [user.user_id] });
  };
  const mute = (): void => {
    onClose();
    if (isMuted) void setMuted(client, user.user_id, false);
    else peopleDialog.set({ kind: 'mute', userId: user.user_id });
  };
  return (
    <>
      {mayWrite && (
        <CardItem icon={MessageCircle} onPress={write}>
          {tp('card.write')}
        </CardItem>
      )}
      {user.is_active && <ReplyItem {...props} />}
      {user.is_active && (
        <CardItem icon={AtSign} onPress={() => void copyText(mentionText(state, user), tp('card.mentionCopied'))}>
          {tp('card.copyMention')}
        </CardItem>
      )}
      <CardItem icon={MessagesSquare} href={direct} onPress={onClose}>
        {tp('card.directs')}
      </CardItem>
      <CardItem icon={isMuted ? Volume2 : VolumeX} onPress={mute}>
        {isMuted ? tp('card.unmute') : tp('card.mute')}
      </CardItem>
    </>
  );
}

function Email({ email }: { email: string }) {
  return (
    <p className="user-email">
      <bdi>{email}</bdi>
      <button
        type="button"
        className="icon-button"
        aria-label={tp('card.copyEmail')}
        title={tp('card.copyEmail')}
        onClick={() => void copyText(email, tp('card.emailCopied'))}
      >
        <Copy size="1rem" aria-hidden="true" />
      </button>
    </p>
  );
}

/** Who somebody is, and what one can do about them (web-details.md C.8). */
export function UserCard({ id, anchor, from, onClose }: OpenCard & { onClose: () => void }) {
  const user = useClientState((state) => userOf(state, id));
  const isOwn = useClientState((state) => state.userId === id);
  const { store } = useClient();
  const sent = narrowAddress([{ operator: 'sender', operand: id }], namesOf(store.get()));
  return (
    <Popover
      open
      anchor={anchor}
      label={tp('card.about', { name: user.full_name })}
      side="right"
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <div className="user-card">
        <div className="user-head">
          <Avatar userId={id} name={user.full_name} url={user.avatar_url} size={4} />
          <Facts user={user} />
        </div>
        {user.delivery_email && <Email email={user.delivery_email} />}
        <ProfileList user={user} isSummary />
        {!user.isUnknown && (
          <ul className="card-items">
            {isOwn ? <OwnItems onClose={onClose} /> : <OtherItems user={user} from={from} onClose={onClose} />}
            <CardItem icon={Send} href={sent} onPress={onClose}>
              {tp('card.sent')}
            </CardItem>
          </ul>
        )}
        {user.isUnknown && <p>{t('user.unknown')}</p>}
      </div>
    </Popover>
  );
}
