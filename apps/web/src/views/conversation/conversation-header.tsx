import { namesOf, useClient, useClientState } from '../../client/client';
import { narrowAddress } from '../../narrow/address';
import { channelNarrow, directNarrow, topicNarrow } from '../../narrow/terms';
import { usersOf } from '../../store/conversation';
import type { Message } from '../../store/message';
import { unresolvedName } from '../../store/topics';
import { MoreButton } from '../channels/menus/more-button';
import { ChannelIcon } from '../../parts/channel-icon';
import { TopicName } from '../../parts/topic-name';
import { peopleText } from '../../parts/people-text';

/** Where the messages below stand; each part leads there. */
export function ConversationHeader({ message }: { message: Message }) {
  const names = namesOf(useClient().store.get());
  const channel = useClientState((state) =>
    message.type === 'stream' ? state.channels.get(message.stream_id) : undefined,
  );
  const people = useClientState((state) =>
    message.type === 'private' ? peopleText(state, usersOf(message.directKey)) : '',
  );
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  if (message.type === 'private') {
    return (
      <h2 className="conversation-header" data-kind="direct">
        <a href={narrowAddress(directNarrow(usersOf(message.directKey)), names)}>{people}</a>
        <MoreButton subject={{ kind: 'direct', key: message.directKey }} name={people} />
      </h2>
    );
  }
  return (
    <h2 className="conversation-header" style={{ borderInlineStartColor: channel?.subscription?.color }}>
      <a href={narrowAddress(channelNarrow(message.stream_id), names)}>
        {channel && <ChannelIcon channel={channel} />}
        <bdi>{channel?.name}</bdi>
      </a>
      {channel && <MoreButton subject={{ kind: 'channel', channelId: channel.stream_id }} name={channel.name} />}
      <span aria-hidden="true">›</span>
      <a href={narrowAddress(topicNarrow(message.stream_id, message.topic), names)}>
        <TopicName topic={message.topic} />
      </a>
      <MoreButton
        subject={{ kind: 'topic', channelId: message.stream_id, topic: message.topic }}
        name={unresolvedName(message.topic) || emptyName}
      />
    </h2>
  );
}
