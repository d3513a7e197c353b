import { CircleCheck, CircleDot } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { namesOf, useClient, useClientState } from '../../client/client';
import { entryPlaces } from '../../client/location';
import { narrowAddress } from '../../narrow/address';
import { type Narrow, channelNarrow, directNarrow, narrowKey, topicNarrow } from '../../narrow/terms';
import { usersOf } from '../../store/conversation';
import { topicPermissions } from '../../store/channel-permissions';
import type { Message } from '../../store/message';
import type { Channel, State } from '../../store/state';
import { isSameShallowly } from '../../store/store';
import { isResolved, unresolvedName } from '../../store/topics';
import { TopicPolicy, topicPolicy } from '../../store/unread-counts';
import { t } from '../../strings/strings';
import { IconButton } from '../../ui/button';
import { Late } from '../../ui/late';
import { channelOpener } from '../channels/go-to-channel';
import { MoreButton } from '../channels/menus/more-button';
import { ChannelIcon } from '../../parts/channel-icon';
import { PolicyMark } from '../../parts/policy-mark';
import { messageOfTopic, toggleTopicResolved } from '../../parts/resolve-topic';
import { placeBelow } from './list-place';
import { RenameTopic } from './rename-topic';
import { TopicName } from '../../parts/topic-name';
import { peopleText } from '../../parts/people-text';

/** Resolves the topic, or opens it again; for those who may. */
function ResolveButton({ channel, topic }: { channel: Channel; topic: string }) {
  const client = useClient();
  const canResolve = useClientState((state) => topicPermissions(state, channel, topic).canResolve);
  if (!canResolve) return null;
  const Icon = isResolved(topic) ? CircleDot : CircleCheck;
  return (
    <IconButton
      className="more-button"
      label={t(isResolved(topic) ? 'topic.unresolve' : 'topic.resolve')}
      onClick={() => void toggleTopicResolved(client, channel.stream_id, topic)}
    >
      <Icon size="1rem" aria-hidden="true" />
    </IconButton>
  );
}

/** Who goes from a feed into a conversation looks at the same message, at the same place of the screen. */
function stayingOpener(narrow: Narrow): (event: MouseEvent) => void {
  return ({ currentTarget, ctrlKey, metaKey, shiftKey, altKey }) => {
    const header = currentTarget.closest('.conversation-header');
    const place = header && placeBelow(header);
    // Where one is already, no new entry of the history takes the wish.
    const isElsewhere = currentTarget.getAttribute('href') !== location.hash;
    if (place && isElsewhere && !(ctrlKey || metaKey || shiftKey || altKey)) entryPlaces.wish(narrowKey(narrow), place);
  };
}

/** What can be done with the topic from here. */
function TopicTools({ channelId, topic }: { channelId: number; topic: string }) {
  const client = useClient();
  const channel = useClientState((state) => state.channels.get(channelId));
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  return (
    <>
      {/* The message may be on its way: the topic is named by one that the service has. */}
      {channel && <RenameTopic {...{ channel, topic }} load={() => messageOfTopic(client, channelId, topic)} />}
      {channel && <ResolveButton channel={channel} topic={topic} />}
      <MoreButton subject={{ kind: 'topic', channelId, topic }} name={unresolvedName(topic) || emptyName} />
    </>
  );
}

interface ConversationHeaderProps {
  message: Message;
}

/** Whatever else changes of a message, it stands in the same conversation. */
function isSameConversation({ message: a }: ConversationHeaderProps, { message: b }: ConversationHeaderProps): boolean {
  if (a.type === 'private') return b.type === 'private' && a.directKey === b.directKey;
  return b.type === 'stream' && a.stream_id === b.stream_id && a.topic === b.topic;
}

function headerFacts(state: State, message: Message) {
  const isTopic = message.type === 'stream';
  return {
    channel: isTopic ? state.channels.get(message.stream_id) : undefined,
    people: isTopic ? '' : peopleText(state, usersOf(message.directKey)),
    policy: isTopic ? topicPolicy(state, message.stream_id, message.topic) : TopicPolicy.Inherit,
  };
}

/** Where the messages below stand; each part leads there. */
export const ConversationHeader = memo(function ConversationHeader({ message }: ConversationHeaderProps) {
  const client = useClient();
  const names = namesOf(client.store.get());
  const { channel, people, policy } = useClientState((state) => headerFacts(state, message), isSameShallowly);
  if (message.type === 'private') {
    const narrow = directNarrow(usersOf(message.directKey));
    return (
      <h2 className="conversation-header" data-kind="direct">
        <a href={narrowAddress(narrow, names)} onClick={stayingOpener(narrow)}>
          {people}
        </a>
        <MoreButton subject={{ kind: 'direct', key: message.directKey }} name={people} />
      </h2>
    );
  }
  const { stream_id: channelId, topic } = message;
  const narrow = topicNarrow(channelId, topic);
  return (
    <h2 className="conversation-header" style={{ borderInlineStartColor: channel?.subscription?.color }}>
      <a href={narrowAddress(channelNarrow(channelId), names)} onClick={channelOpener(client, channelId)}>
        {channel && <ChannelIcon channel={channel} />}
        <bdi>{channel?.name}</bdi>
      </a>
      <span aria-hidden="true">›</span>
      <a href={narrowAddress(narrow, names)} onClick={stayingOpener(narrow)}>
        <TopicName topic={topic} />
      </a>
      <PolicyMark policy={policy} />
      <Late place={<span className="header-tools" />}>
        <TopicTools channelId={channelId} topic={topic} />
      </Late>
    </h2>
  );
}, isSameConversation);
