import { RESOLVED_PREFIX } from '@stoa/policy';
import { Check, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useClient, useClientState } from '../../client/client';
import { goTo } from '../../client/location';
import { confirmDone, notify } from '../../client/notices';
import { failureText } from '../../client/act';
import { findTopics } from '../../compose/typeahead/channels';
import { loadTopics } from '../../compose/typeahead/topics-loader';
import { useKnownTopics } from '../../compose/use-warnings';
import { kindOf } from '../../narrow/terms';
import { topicAddress } from '../../parts/addresses';
import { LazyWhoHas } from '../../parts/lazy-who-has';
import type { ChannelMessage } from '../../store/message';
import type { Channel } from '../../store/state';
import { isResolved, unresolvedName } from '../../store/topics';
import { t } from '../../strings/strings';
import { Button, IconButton } from '../../ui/button';
import { MOVE_PROBLEMS, type Move, isMerge, moveProblem } from './actions/move';
import { whoBeginsTopics } from './actions/move-rights';
import { saysInNew, saysInOld } from './actions/move-notices';
import { useMoving } from './actions/use-moving';
import { useViewNarrow } from './view-narrow';

const MOST_TOPICS = 50;

export interface RenameTopicProps {
  channel: Channel;
  topic: string;
  /** A message of the topic, to name it by; undefined if there is none. */
  load: () => Promise<ChannelMessage | undefined>;
}

interface TopicFieldProps extends RenameTopicProps {
  onClose: () => void;
}

/** The name of a topic, being changed: Enter saves for all of its messages, Escape leaves it (web-details.md C.4). */
export default function TopicField({ channel, topic, load, onClose }: TopicFieldProps) {
  const id = useId();
  const client = useClient();
  const { store } = client;
  const view = useViewNarrow();
  const channelId = channel.stream_id;
  const [name, setName] = useState(unresolvedName(topic));
  const [message, setMessage] = useState<ChannelMessage>();
  const state = useClientState((whole) => whole);
  useEffect(() => loadTopics(client, channelId), [client, channelId]);
  const { isMoving, failure, partial, submit, submitAllowed } = useMoving((move) => {
    confirmDone(t('topic.renamed'));
    onClose();
    if (kindOf(view) === 'topic') goTo(topicAddress(store.get(), channelId, move.topic));
  });
  const prefix = isResolved(topic) ? RESOLVED_PREFIX : '';
  const move: Move = {
    ...{ channelId, topic: name.trim() === '' ? '' : `${prefix}${name.trim()}`, scope: 'change_all' },
    ...{ saysInOld: saysInOld.get(), saysInNew: saysInNew.get() },
  };
  const place = { stream_id: channelId, topic };
  const knowsTopics = useKnownTopics({ type: 'channel', channelId });
  const problem = moveProblem(state, place, { ...move, knowsTopics });
  const save = async (): Promise<void> => {
    if (problem === 'same-place') return onClose();
    if (problem !== undefined || isMoving) return;
    try {
      const found = await load();
      if (!found) return onClose();
      setMessage(found);
      await submit(move, found);
    } catch (error) {
      notify(failureText(error));
    }
  };
  const topics = findTopics(state, { channelId, query: '', most: MOST_TOPICS });
  return (
    <form
      className="topic-field"
      aria-label={t('topic.rename')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
    >
      <input
        className="input"
        aria-label={t('move.topic')}
        aria-invalid={failure !== undefined}
        autoFocus
        list={`${id}-topics`}
        maxLength={state.organization.max_topic_length - prefix.length}
        placeholder={state.organization.realm_empty_topic_display_name}
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
      />
      <datalist id={`${id}-topics`}>{topics.map((one) => one !== '' && <option key={one} value={one} />)}</datalist>
      <IconButton
        type="submit"
        label={t('edit.save')}
        disabled={isMoving || (problem ?? 'same-place') !== 'same-place'}
      >
        <Check size="1rem" aria-hidden="true" />
      </IconButton>
      <IconButton label={t('dialog.cancel')} onClick={onClose}>
        <X size="1rem" aria-hidden="true" />
      </IconButton>
      <span role="status" className="topic-field-note">
        {problem !== undefined && problem !== 'same-place' && t(MOVE_PROBLEMS[problem])}
        {problem === 'may-not-begin-topic' && <LazyWhoHas {...whoBeginsTopics(channel)} />}
        {isMerge(state, place, move) && t('move.exists')}
        {partial && message && (
          <>
            {t('move.partial', { allowed: partial.allowed, total: partial.total })}{' '}
            <Button onClick={() => submitAllowed(move, message)}>{t('move.partially')}</Button>
          </>
        )}
        {failure !== undefined && <span className="field-error">{failure}</span>}
      </span>
    </form>
  );
}
