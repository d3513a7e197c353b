import { updateChannel } from '@stoa/contracts/channels';
import { deleteTopic } from '@stoa/contracts/messages';
import { useCallback, useState } from 'react';
import { call } from '../../api/client';
import { useClient, useClientState } from '../../client/client';
import { useFetched } from '../../client/fetched';
import { useSubmit } from '../../client/submit';
import { unstarIn } from '../../parts/mark-conversation';
import { messageOfTopic } from '../../parts/resolve-topic';
import { useSlice } from '../../store/store';
import { unresolvedName } from '../../store/topics';
import { tc } from '../../strings/channels-strings';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Dialog } from '../../ui/dialog';
import { MoveForm } from '../conversation/actions/move-dialog';
import '../conversation/actions/message-dialogs.css';
import { type TopicDialog, conversationDialog } from './conversation-dialog';
import { FolderSelect } from './folder-select';
import { LeaveDialog } from './leave-dialog';

interface TopicDialogProps extends Omit<TopicDialog, 'kind'> {
  onClose: () => void;
}

/** Moves or renames a whole topic. */
function MoveTopic({ channelId, topic, onClose }: TopicDialogProps) {
  const client = useClient();
  const load = useCallback(() => messageOfTopic(client, channelId, topic), [client, channelId, topic]);
  const [fetched, again] = useFetched(load);
  if (fetched.kind === 'ready' && fetched.value) {
    return <MoveForm message={fetched.value} scope="change_all" onClose={onClose} />;
  }
  return (
    <Dialog title={t('message.move')} size="small" onClose={onClose}>
      <p role="status">
        {fetched.kind === 'loading' && t('app.loading')}
        {fetched.kind === 'ready' && tc('topic.empty')}
        {fetched.kind === 'failed' && (
          <>
            {fetched.text} <Button onClick={again}>{t('failure.retry')}</Button>
          </>
        )}
      </p>
    </Dialog>
  );
}

/** Deletes every message of a topic, batch by batch; its name has to be typed first. */
function DeleteTopic({ channelId, topic, onClose }: TopicDialogProps) {
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  const [typed, setTyped] = useState('');
  const { isBusy, problem, submit } = useSubmit();
  const name = unresolvedName(topic) || emptyName;
  const remove = async (): Promise<void> => {
    for (let isComplete = false; !isComplete;) {
      const answer = await call(deleteTopic, { stream_id: channelId, topic_name: topic }, { timeoutMs: LONGEST_MS });
      isComplete = answer.complete;
    }
  };
  return (
    <Confirm
      title={tc('deleteTopic.title', { topic: name })}
      action={tc('menu.deleteTopic')}
      isDanger
      isBusy={isBusy}
      isReady={typed.trim() === name}
      problem={problem}
      onClose={onClose}
      onConfirm={() => void submit(remove).then((isDone) => isDone && onClose())}
    >
      <p>{tc('deleteTopic.text')}</p>
      <label className="field">
        <span>{tc('deleteTopic.type', { topic: name })}</span>
        <input
          className="input"
          data-autofocus
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
    </Confirm>
  );
}

/** Puts a channel into a folder for everybody, or takes it out. */
function MoveToFolder({ channelId: stream_id, onClose }: { channelId: number; onClose: () => void }) {
  const channel = useClientState((state) => state.channels.get(stream_id));
  const [chosen, setChosen] = useState<number | null>();
  const { isBusy, problem, submit } = useSubmit();
  if (!channel) return null;
  const folder_id = chosen === undefined ? channel.folder_id : chosen;
  return (
    <Confirm
      title={tc('moveToFolder.title', { channel: channel.name })}
      action={tc('moveToFolder.do')}
      isBusy={isBusy}
      isReady={folder_id !== channel.folder_id}
      problem={problem}
      onClose={onClose}
      onConfirm={() =>
        void submit(() => call(updateChannel, { stream_id, folder_id })).then((isDone) => isDone && onClose())
      }
    >
      <FolderSelect label={tc('channel.folder')} value={folder_id} onChange={setChosen} />
    </Confirm>
  );
}

/** Takes every star away; there may be years of them. */
function UnstarAll({ onClose }: { onClose: () => void }) {
  const count = useClientState((state) => state.starred.size);
  const { isBusy, problem, submit } = useSubmit();
  const unstar = (): void => void submit(() => unstarIn([])).then((isDone) => isDone && onClose());
  return (
    <Confirm
      title={tc('unstar.title', { count })}
      action={tc('menu.unstarAll')}
      isDanger
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onConfirm={unstar}
    >
      <p>{tc('unstar.text')}</p>
    </Confirm>
  );
}

/** The service deletes for up to 50 seconds before it answers. */
const LONGEST_MS = 60_000;

/** Dialogs about channels and topics that menus open. */
export default function ConversationDialogs() {
  const open = useSlice(conversationDialog, (value) => value);
  const close = (): void => conversationDialog.set(undefined);
  return (
    <>
      {open?.kind === 'move' && <MoveTopic channelId={open.channelId} topic={open.topic} onClose={close} />}
      {open?.kind === 'delete' && <DeleteTopic channelId={open.channelId} topic={open.topic} onClose={close} />}
      {open?.kind === 'folder' && <MoveToFolder channelId={open.channelId} onClose={close} />}
      {open?.kind === 'unstar' && <UnstarAll onClose={close} />}
      <LeaveDialog />
    </>
  );
}
