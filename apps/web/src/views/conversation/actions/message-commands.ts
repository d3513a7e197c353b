import { serverNow } from '../../../api/server-clock';
import { type Client, useClient, useClientState } from '../../../client/client';
import { type Handler, useCommands } from '../../../client/commands';
import { selectedMessage } from '../../../client/selection';
import type { Narrow } from '../../../narrow/terms';
import type { Message } from '../../../store/message';
import { type MessagePermissions, permissionsFor } from '../../../store/message-permissions';
import { isSpectator } from '../../../store/spectator';
import { beginEdit } from './editing';
import {
  copyLink,
  editLast,
  forward,
  openSenderCard,
  quote,
  reply,
  replyMentioning,
  replyToSender,
  toggleCollapsed,
  toggleReaction,
  toggleStar,
  wishUnreadFrom,
} from './message-actions';
import { openMedia } from '../viewer/open-media';
import { type MessageDialog, menuWanted, messageDialog } from './message-dialog';

const THUMBS_UP = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const;

/** Whether somebody can move a message to another place. */
function isMovable({ store }: Client, message: Message): boolean {
  const channel = message.type === 'stream' ? store.get().channels.get(message.stream_id) : undefined;
  return channel !== undefined && !channel.is_archived;
}

/** What keys do with the selected message, in a view (web-details.md H). */
export function useMessageCommands(view: Narrow): void {
  const client = useClient();
  /** Leaves the key to others where no message is selected, or where what it does is not allowed. */
  const on =
    (run: (message: Message, may: MessagePermissions) => unknown): Handler =>
    () => {
      const message = selectedMessage(client);
      if (!message) return false;
      return run(message, permissionsFor(client.store.get(), message, serverNow() / 1000));
    };
  const open = ({ id }: Message, kind: MessageDialog['kind']): void => messageDialog.set({ kind, messageId: id });
  const looking = {
    viewer: on(({ id }) => openMedia.set({ messageId: id })),
    copyLink: on((message) => copyLink(client, message)),
  };
  const isReadOnly = useClientState(isSpectator);
  const reading = { ...looking, edit: on((message) => open(message, 'source')) };
  const acting = {
    ...looking,
    reply: on((message) => reply(message, view)),
    quote: on((message) => void quote(client, message, view)),
    forwardMessage: on((message) => void forward(client, message, view)),
    replyToSender: on((message) => replyToSender(message, view)),
    replyMentioning: on((message) => replyMentioning(client, message, view)),
    editLast: () => editLast(client, view),
    edit: on((message, may) => {
      if (may.edit === 'allowed') void beginEdit(message.id);
      else open(message, 'source');
    }),
    // Who may not move it is told who may.
    move: on((message) => isMovable(client, message) && open(message, 'move')),
    star: on((message) => toggleStar(client, message)),
    react: on((message, may) => may.canReact && open(message, 'react')),
    thumbsUp: on((message, may) => may.canReact && toggleReaction(client, message, THUMBS_UP)),
    firstReaction: on((message, may) => {
      const [first] = message.reactions;
      if (!first || !may.canReact) return false;
      toggleReaction(client, message, first);
      return true;
    }),
    markUnread: on((message, may) => may.canMarkUnread && wishUnreadFrom(client, message, view)),
    collapse: on((message) => toggleCollapsed(client, message)),
    history: on((message, may) => may.canSeeHistory && open(message, 'history')),
    receipts: on((message, may) => may.canSeeReadReceipts && open(message, 'read-receipts')),
    messageMenu: on(({ id }) => menuWanted.set(id)),
    senderCard: on((message) => openSenderCard(message, view)),
  };
  useCommands(isReadOnly ? reading : acting);
}
