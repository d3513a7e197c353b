import { type HistoryEntry, getMessageHistory, getReadReceipts } from '@stoa/contracts/messages';
import { type ReactNode, lazy, useEffect } from 'react';
import { type AnswerOf, call } from '../../../api/client';
import { useClient, useClientState } from '../../../client/client';
import { notify } from '../../../client/notices';
import { useRenderFacts } from '../../../client/render-facts';
import { EmojiPicker } from '../../../parts/emoji-picker';
import { EmojiSign } from '../../../parts/emoji-sign';
import { dayAndTimeText } from '../../../parts/moment-text';
import { withWritingTexts } from '../../../parts/with-writing-texts';
import { MessageContent } from '../../../render/message-content';
import { userOf } from '../../../store/users';
import { t } from '../../../strings/strings';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Dialog } from '../../../ui/dialog';
import { chipsOf } from '../reaction-chips';
import { useViewNarrow } from '../view-narrow';
import { type DialogFor, LoadedPart, NO_MARKS, People, Preview, useLoaded } from './dialog-parts';
import { sourceOf } from './editing';
import { copyMarkdown, markUnreadFrom, removeMessage, toggleReaction } from './message-actions';
import type { MessageDialog } from './message-dialog';
import { MoveDialog } from './move-dialog';
import { ReportDialog } from './report-dialog';
import { unreadQuestion } from './unread-question';
import { Awaited } from '../../../parts/awaited';

function DeleteDialog({ message, onClose }: DialogFor) {
  return (
    <Dialog
      title={t('delete.title')}
      description={t('delete.text')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose();
              removeMessage(message.id);
            }}
          >
            {t('delete.confirm')}
          </Button>
        </>
      }
    >
      <Preview message={message} />
    </Dialog>
  );
}

const MINUTE_MS = 60_000;

function ReadReceiptsDialog({ message, onClose }: DialogFor) {
  const [loaded, retry] = useLoaded<AnswerOf<typeof getReadReceipts>>(
    () => call(getReadReceipts, { message_id: message.id }),
    MINUTE_MS,
  );
  return (
    <Dialog title={t('message.readReceipts')} description={t('receipts.note')} size="small" onClose={onClose}>
      <LoadedPart loaded={loaded} onRetry={retry}>
        {({ user_ids }) => (
          <>
            <p role="status">{t('receipts.count', { count: user_ids.length })}</p>
            <People userIds={user_ids} />
          </>
        )}
      </LoadedPart>
    </Dialog>
  );
}

function HistoryPart({ entry, isFirst }: { entry: HistoryEntry; isFirst: boolean }) {
  const facts = useRenderFacts();
  const who = useClientState((state) =>
    entry.user_id === null ? t('user.unknown') : userOf(state, entry.user_id).full_name,
  );
  const channels = useClientState((state) => state.channels);
  const nameOf = (id: number): string => channels.get(id)?.name ?? t('channel.unknown');
  const hasContent = isFirst || entry.prev_content !== undefined;
  return (
    <li>
      <p className="history-head">
        {isFirst ? t('history.written', { who }) : t('history.changed', { who })} · {dayAndTimeText(entry.timestamp)}
      </p>
      {entry.prev_topic !== undefined && <p>{t('history.topic', { from: entry.prev_topic, to: entry.topic })}</p>}
      {entry.prev_stream !== undefined && entry.stream !== undefined && (
        <p>{t('history.channel', { from: nameOf(entry.prev_stream), to: nameOf(entry.stream) })}</p>
      )}
      {hasContent && (
        <div className="message-preview">
          <MessageContent html={entry.content_html_diff ?? entry.rendered_content} facts={facts} message={NO_MARKS} />
        </div>
      )}
    </li>
  );
}

function HistoryDialog({ message, onClose }: DialogFor) {
  const [loaded, retry] = useLoaded<AnswerOf<typeof getMessageHistory>>(() =>
    call(getMessageHistory, { message_id: message.id, allow_empty_topic_name: true }),
  );
  return (
    <Dialog title={t('message.history')} onClose={onClose}>
      <LoadedPart loaded={loaded} onRetry={retry}>
        {({ message_history: entries }) => (
          <ol className="history">
            {entries.map((entry, position) => (
              <HistoryPart key={`${entry.timestamp} ${position}`} entry={entry} isFirst={position === 0} />
            ))}
          </ol>
        )}
      </LoadedPart>
    </Dialog>
  );
}

function ReactionsDialog({ message, onClose }: DialogFor) {
  return (
    <Dialog title={t('message.whoReacted')} size="small" onClose={onClose}>
      {message.reactions.length === 0 && <p>{t('reaction.none')}</p>}
      {chipsOf(message.reactions).map(({ reaction, userIds }) => (
        <section key={`${reaction.reaction_type} ${reaction.emoji_code}`}>
          <h3 className="reaction-title">
            <EmojiSign emoji={reaction} /> :{reaction.emoji_name}: · {userIds.length}
          </h3>
          <People userIds={userIds} />
        </section>
      ))}
    </Dialog>
  );
}

function ReactDialog({ message, onClose }: DialogFor) {
  const client = useClient();
  return (
    <Dialog title={t('message.react')} size="small" onClose={onClose}>
      <EmojiPicker
        onChoose={(choice, keepsOpen) => {
          if (!keepsOpen) onClose();
          toggleReaction(client, message, choice);
        }}
      />
    </Dialog>
  );
}

function SourceDialog({ message, onClose }: DialogFor) {
  const [loaded, retry] = useLoaded(() => sourceOf(message.id));
  return (
    <Dialog
      title={t('message.viewSource')}
      onClose={onClose}
      actions={<Button onClick={() => void copyMarkdown(message)}>{t('message.copyMarkdown')}</Button>}
    >
      <LoadedPart loaded={loaded} onRetry={retry}>
        {(source) => (
          <textarea
            className="input source"
            readOnly
            rows={8}
            aria-label={t('message.viewSource')}
            dir="auto"
            value={source ?? ''}
          />
        )}
      </LoadedPart>
    </Dialog>
  );
}

function MarkUnreadDialog({ message, onClose }: DialogFor) {
  const client = useClient();
  const view = useViewNarrow();
  const count = useClientState((state) => unreadQuestion(state, view, message.id) ?? 0);
  return (
    <Confirm
      title={t('message.markUnread')}
      action={t('unread.confirm')}
      onConfirm={() => {
        onClose();
        void markUnreadFrom(client, message, view);
      }}
      onClose={onClose}
    >
      <p>{t('unread.many', { count })}</p>
    </Confirm>
  );
}

const LoadedRemindDialog = lazy(() => withWritingTexts(import('./remind-dialog')));

function RemindDialog(props: DialogFor) {
  return (
    <Awaited onDrop={props.onClose}>
      <LoadedRemindDialog {...props} />
    </Awaited>
  );
}

const DIALOGS = {
  delete: DeleteDialog,
  history: HistoryDialog,
  'read-receipts': ReadReceiptsDialog,
  reactions: ReactionsDialog,
  react: ReactDialog,
  source: SourceDialog,
  report: ReportDialog,
  move: MoveDialog,
  remind: RemindDialog,
  'mark-unread': MarkUnreadDialog,
} as const satisfies Record<MessageDialog['kind'], (props: DialogFor) => ReactNode>;

/** The dialog about a message that is open; it closes when the message is gone. */
export default function MessageDialogs({ kind, messageId, onClose }: MessageDialog & { onClose: () => void }) {
  const message = useClientState((state) => state.messages.get(messageId));
  const isGone = message === undefined;
  useEffect(() => {
    if (!isGone) return;
    onClose();
    // Whoever deletes it knows.
    if (kind !== 'delete') notify(t('message.gone'));
  }, [isGone, kind, onClose]);
  const Shown = DIALOGS[kind];
  return message && <Shown key={`${kind} ${messageId}`} message={message} onClose={onClose} />;
}
