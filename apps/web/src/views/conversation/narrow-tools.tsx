import { Users } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { useClient, useClientState } from '../../client/client';
import { type Narrow, kindOf, operandOf } from '../../narrow/terms';
import { channelSettingsAddress } from '../../parts/addresses';
import { peopleText } from '../../parts/people-text';
import { usersOf } from '../../store/conversation';
import type { Channel } from '../../store/state';
import { unresolvedName } from '../../store/topics';
import { t } from '../../strings/strings';
import { MoreButton } from '../channels/menus/more-button';
import { conversationIn } from './following';
import { RenameTopic } from './rename-topic';

const SearchTools = lazy(() => import('./search-tools'));

/** What a channel is about, and who is in it: each leads to where that is set. */
function ChannelFacts({ channel }: { channel: Channel }) {
  const label = t('title.subscribers', { count: channel.subscriber_count });
  return (
    <>
      <a className="title-count" href={channelSettingsAddress(channel, 'subscribers')} aria-label={label} title={label}>
        <Users size="0.875rem" aria-hidden="true" /> {channel.subscriber_count}
      </a>
      {channel.description !== '' && (
        <a className="title-description" href={channelSettingsAddress(channel, 'general')} title={channel.description}>
          <bdi>{channel.description}</bdi>
        </a>
      )}
    </>
  );
}

/** Searches and filters, but for those that the sidebar has anyway. */
function isKeepable(narrow: Narrow): boolean {
  const isOwn = narrow.length === 1 && narrow[0]?.operator === 'is' && OWN_FILTERS.has(String(narrow[0].operand));
  return ['search', 'other'].includes(kindOf(narrow)) && !isOwn;
}

const OWN_FILTERS: ReadonlySet<string> = new Set(['mentioned', 'starred']);

/** Beside the title of a conversation: its menu and, of a channel, what is to know of it (web.md 4). */
export function NarrowTools({ narrow }: { narrow: Narrow }) {
  const client = useClient();
  const userId = useClientState((state) => state.userId);
  const channelId = operandOf(narrow, 'channel');
  const channel = useClientState((state) =>
    typeof channelId === 'number' ? state.channels.get(channelId) : undefined,
  );
  const conversation = conversationIn(narrow, userId);
  const directKey = conversation?.kind === 'direct' ? conversation.key : undefined;
  const people = useClientState((state) => (directKey === undefined ? '' : peopleText(state, usersOf(directKey))));
  const emptyName = useClientState((state) => state.organization.realm_empty_topic_display_name);
  if (directKey !== undefined) return <MoreButton subject={{ kind: 'direct', key: directKey }} name={people} />;
  if (isKeepable(narrow)) {
    return (
      <Suspense>
        <SearchTools narrow={narrow} />
      </Suspense>
    );
  }
  if (!channel) return null;
  if (conversation?.kind === 'topic') {
    const { channelId: place, topic } = conversation;
    return (
      <>
        <RenameTopic
          key={topic}
          channel={channel}
          topic={topic}
          // The title is there before the conversation: what it does is loaded when it is asked for.
          load={async () => (await import('../../parts/resolve-topic')).messageOfTopic(client, place, topic)}
        />
        <MoreButton subject={conversation} name={unresolvedName(topic) || emptyName} />
      </>
    );
  }
  if (kindOf(narrow) !== 'channel') return null;
  return (
    <>
      <MoreButton subject={{ kind: 'channel', channelId: channel.stream_id }} name={channel.name} />
      <ChannelFacts channel={channel} />
    </>
  );
}
