import { addReaction, removeReaction } from '@stoa/contracts/messages';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { useClientState } from '../../client/client';
import type { Message } from '../../store/message';
import { userOf } from '../../store/users';
import { t } from '../../strings/strings';

type Reaction = Message['reactions'][number];

interface Chip {
  reaction: Reaction;
  userIds: number[];
}

/** Reactions of one kind together, in the order of the first of each. */
function chipsOf(reactions: readonly Reaction[]): Chip[] {
  const chips = new Map<string, Chip>();
  for (const reaction of reactions) {
    const key = `${reaction.reaction_type} ${reaction.emoji_code}`;
    const chip = chips.get(key) ?? { reaction, userIds: [] };
    chip.userIds.push(reaction.user_id);
    chips.set(key, chip);
  }
  return [...chips.values()];
}

function Emoji({ reaction }: { reaction: Reaction }) {
  const custom = useClientState((state) => state.emoji.get(reaction.emoji_code));
  if (reaction.reaction_type === 'unicode_emoji') {
    return String.fromCodePoint(...reaction.emoji_code.split('-').map((code) => Number.parseInt(code, 16)));
  }
  const url = custom?.still_url ?? custom?.source_url;
  return url ? <img className="emoji" src={url} alt="" /> : `:${reaction.emoji_name}:`;
}

/** One kind of reaction: who, how many; a click adds or removes one's own. */
function ReactionChip({ message, chip }: { message: Message; chip: Chip }) {
  const { reaction, userIds } = chip;
  const names = useClientState((state) =>
    userIds.map((id) => (id === state.userId ? t('user.you') : userOf(state, id).full_name)).join(', '),
  );
  const isOwn = useClientState((state) => userIds.includes(state.userId));
  const label = t('reaction.who', { names, emoji: reaction.emoji_name });
  const toggle = (): void => {
    const { emoji_name, emoji_code, reaction_type } = reaction;
    const request = { message_id: message.id, emoji_name, emoji_code, reaction_type };
    // The event that follows changes the message.
    void act(() => call(isOwn ? removeReaction : addReaction, request), {
      asWanted: ['REACTION_ALREADY_EXISTS', 'REACTION_DOES_NOT_EXIST'],
    });
  };
  return (
    <button type="button" className="reaction" aria-pressed={isOwn} aria-label={label} title={label} onClick={toggle}>
      <Emoji reaction={reaction} />
      <span>{userIds.length}</span>
    </button>
  );
}

export function Reactions({ message }: { message: Message }) {
  if (message.reactions.length === 0) return null;
  return (
    <div className="reactions">
      {chipsOf(message.reactions).map((chip) => (
        <ReactionChip
          key={`${chip.reaction.reaction_type} ${chip.reaction.emoji_code}`}
          message={message}
          chip={chip}
        />
      ))}
    </div>
  );
}
