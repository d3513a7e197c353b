import { ArrowRight, X } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useClient, useClientState } from '../client/client';
import { t } from '../strings/strings';
import { IconButton } from '../ui/button';
import { Addressees } from './addressees';
import { ChannelField } from './channel-field';
import type { Target } from './target';
import { findTopics } from './typeahead/channels';
import { loadTopics } from './typeahead/topics-loader';

type ChannelTarget = Extract<Target, { type: 'channel' }>;

interface BarProps<T extends Target> {
  target: T;
  onChange: (target: Target) => void;
}

const MOST_TOPICS = 50;

/** The topic, with those that there are. */
export function TopicField({ target, onChange }: BarProps<ChannelTarget>) {
  const client = useClient();
  const id = useId();
  const { channelId, topic = '' } = target;
  const limit = useClientState((state) => state.organization.max_topic_length);
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  const policy = useClientState((state) =>
    channelId === undefined ? undefined : state.channels.get(channelId)?.topics_policy,
  );
  const topics = useClientState((state) => state.topics);
  useEffect(() => {
    if (channelId !== undefined) loadTopics(client, channelId);
  }, [client, channelId]);
  const isFixed = policy === 'empty_topic_only';
  const known = channelId === undefined ? [] : findTopics({ topics }, { channelId, query: '', most: MOST_TOPICS });
  return (
    <>
      <input
        className="input compose-topic"
        aria-label={t('compose.topic')}
        placeholder={isFixed ? emptyName : t('compose.topic')}
        list={`${id}-topics`}
        maxLength={limit}
        disabled={isFixed}
        value={isFixed ? '' : topic}
        onChange={(event) => onChange({ ...target, topic: event.target.value })}
      />
      <datalist id={`${id}-topics`}>{known.map((name) => name !== '' && <option key={name} value={name} />)}</datalist>
    </>
  );
}

interface RecipientBarProps extends BarProps<Target> {
  /** Shows the conversation; undefined while nobody has said which. */
  onGo: (() => void) | undefined;
  onClose: () => void;
}

/** To whom, where that is not what the view shows. */
export function RecipientBar({ target, onChange, onGo, onClose }: RecipientBarProps) {
  return (
    <>
      {target.type === 'channel' ? (
        <>
          <ChannelField target={target} onChange={onChange} />
          <TopicField target={target} onChange={onChange} />
        </>
      ) : (
        <Addressees userIds={target.userIds} onChange={onChange} />
      )}
      {onGo && (
        <IconButton label={t('compose.goToTarget')} onClick={onGo}>
          <ArrowRight className="mirrored" size="1rem" aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={t('compose.leave')} onClick={onClose}>
        <X size="1rem" aria-hidden="true" />
      </IconButton>
    </>
  );
}
