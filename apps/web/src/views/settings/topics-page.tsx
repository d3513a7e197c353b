import { namesOf, useClient, useClientState } from '../../client/client';
import { narrowAddress } from '../../narrow/address';
import { topicNarrow } from '../../narrow/terms';
import { type Policy, setPolicy } from '../../parts/channel-actions';
import { ChannelIcon } from '../../parts/channel-icon';
import { TopicName } from '../../parts/topic-name';
import type { UserTopic } from '../../store/state';
import { ts } from '../../strings/settings-strings';
import { FilteredList } from './parts';

const POLICIES: readonly Policy[] = [0, 1, 2, 3];

function TopicRow({ row }: { row: UserTopic }) {
  const client = useClient();
  const channel = useClientState((state) => state.channels.get(row.stream_id));
  const label = ts('topics.policyOf', { topic: row.topic_name });
  return (
    <>
      <a
        className="item-text item-link"
        href={narrowAddress(topicNarrow(row.stream_id, row.topic_name), namesOf(client.store.get()))}
      >
        <TopicName topic={row.topic_name} />
        {channel && (
          <span className="setting-hint">
            <ChannelIcon channel={channel} /> <bdi>{channel.name}</bdi>
          </span>
        )}
      </a>
      <select
        className="input item-select"
        aria-label={label}
        value={String(row.visibility_policy)}
        onChange={(event) => {
          const chosen = POLICIES.find((policy) => String(policy) === event.target.value);
          if (chosen !== undefined) setPolicy(client, row.stream_id, row.topic_name, chosen);
        }}
      >
        {POLICIES.map((policy) => (
          <option key={policy} value={policy}>
            {ts(`topics.policy.${policy}`)}
          </option>
        ))}
      </select>
    </>
  );
}

/** Topics that the user muted, unmuted or follows. */
export function TopicsPage() {
  const userTopics = useClientState((state) => state.userTopics);
  const channels = useClientState((state) => state.channels);
  const rows = [...userTopics.values()].flatMap((topics) => [...topics.values()]);
  rows.sort((a, b) => b.last_updated - a.last_updated);
  return (
    <>
      <p>{ts('topics.about')}</p>
      <FilteredList
        items={rows}
        textOf={(row) => `${channels.get(row.stream_id)?.name ?? ''} ${row.topic_name}`}
        keyOf={(row) => `${row.stream_id} ${row.topic_name}`}
        label={ts('page.topics')}
        empty={ts('topics.empty')}
      >
        {(row) => <TopicRow row={row} />}
      </FilteredList>
    </>
  );
}
