import { useClient, useClientState } from '../../client/client';
import { EmojiSign } from '../../parts/emoji-sign';
import type { Message } from '../../store/message';
import { t } from '../../strings/strings';
import { toggleReaction } from './actions/message-actions';
import { ReactButton } from './react-button';
import { type Chip, chipsOf, namesOfReactors } from './reaction-chips';
import { useMessagePermissions } from './use-permissions';

/** Fewer people than this on a message: reactions show names instead of a number (`display_emoji_reaction_users`). */
const FEW_REACTIONS = 3;

/** One kind of reaction: who, how many; a click adds or removes one's own. */
function ReactionChip({ message, chip, showsNames }: { message: Message; chip: Chip; showsNames: boolean }) {
  const client = useClient();
  const { reaction, userIds } = chip;
  const names = useClientState((state) => namesOfReactors(state, userIds));
  const isOwn = useClientState((state) => userIds.includes(state.userId));
  const who = t('reaction.who', { names, emoji: reaction.emoji_name });
  // Begins with what stands there, so that who speaks to the browser can say it.
  const label = showsNames ? who : t('reaction.counted', { count: userIds.length, who });
  return (
    <button
      type="button"
      className="reaction"
      aria-pressed={isOwn}
      aria-label={label}
      title={who}
      onClick={() => toggleReaction(client, message, reaction)}
    >
      <span aria-hidden="true">
        <EmojiSign emoji={reaction} />
      </span>
      <span>{showsNames ? names : userIds.length}</span>
    </button>
  );
}

/** All kinds of reactions to a message, and the way to one more. */
function ReactionRow({ message }: { message: Message }) {
  const wantsNames = useClientState((state) => state.settings.display_emoji_reaction_users);
  const { canReact } = useMessagePermissions(message);
  const showsNames = wantsNames && message.reactions.length <= FEW_REACTIONS;
  return (
    <div className="reactions">
      {chipsOf(message.reactions).map((chip) => (
        <ReactionChip
          key={`${chip.reaction.reaction_type} ${chip.reaction.emoji_code}`}
          message={message}
          chip={chip}
          showsNames={showsNames}
        />
      ))}
      {canReact && <ReactButton className="reaction-more" message={message} />}
    </div>
  );
}

export function Reactions({ message }: { message: Message }) {
  return message.reactions.length === 0 ? null : <ReactionRow message={message} />;
}
