import { Suspense, lazy } from 'react';
import { useClientState } from '../../client/client';
import { type Narrow, kindOf, operandOf, withoutPlace } from '../../narrow/terms';
import { channelColour } from '../../parts/channel-colour';
import { ChannelIcon } from '../../parts/channel-icon';
import { peopleText } from '../../parts/people-text';
import { narrowText } from '../../parts/term-text';
import { TopicName } from '../../parts/topic-name';
import { withPeopleTexts } from '../../parts/with-people-texts';
import type { State } from '../../store/state';
import { unresolvedName } from '../../store/topics';
import { userOf } from '../../store/users';
import { t } from '../../strings/strings';

/** The words for it are loaded with other words about people. */
const TitlePerson = lazy(() => withPeopleTexts(import('./title-person')));

function filterTitle(state: State, narrow: Narrow): string {
  const is = operandOf(narrow, 'is');
  if (is === 'mentioned') return t('mentions.title');
  if (is === 'starred') return t('starred.title');
  if (is === 'followed') return t('followed.title');
  if (operandOf(narrow, 'has') === 'reaction' && operandOf(narrow, 'sender') === state.userId) {
    return t('reactions.title');
  }
  if (narrow.length === 1 && operandOf(narrow, 'channels') === 'public') return t('public.title');
  const sender = operandOf(narrow, 'sender');
  if (typeof sender === 'number' && narrow.length === 1) {
    return t('sender.title', { name: userOf(state, sender).full_name });
  }
  return narrowText(state, narrow) || t('search.title');
}

/** What a narrow is called (web.md 4). */
export function narrowTitle(state: State, narrow: Narrow): string {
  const channelId = operandOf(narrow, 'channel');
  const channel = typeof channelId === 'number' ? state.channels.get(channelId)?.name : undefined;
  const people = operandOf(narrow, 'dm');
  switch (kindOf(narrow)) {
    case 'topic': {
      const topic = unresolvedName(String(operandOf(narrow, 'topic')));
      return `#${channel ?? t('channel.unknown')} > ${topic || state.organization.realm_empty_topic_display_name}`;
    }
    case 'channel':
      return `#${channel ?? t('channel.unknown')}`;
    case 'direct':
      return typeof people === 'object' ? peopleText(state, people) : t('directs.title');
    case 'direct-feed':
      return t('directs.all');
    case 'feed':
      return t('feed.title');
    case 'search':
      return narrowText(state, withoutPlace(narrow));
    case 'other':
      return filterTitle(state, narrow);
  }
}

/** The heading of a narrow, with what makes it easy to recognise. */
export function NarrowTitle({ narrow }: { narrow: Narrow }) {
  const title = useClientState((state) => narrowTitle(state, narrow));
  const channelId = operandOf(narrow, 'channel');
  const channel = useClientState((state) =>
    typeof channelId === 'number' ? state.channels.get(channelId) : undefined,
  );
  const topic = operandOf(narrow, 'topic');
  const people = operandOf(narrow, 'dm');
  const ownId = useClientState((state) => state.userId);
  const [person, ...others] = kindOf(narrow) === 'direct' && typeof people === 'object' ? people : [];
  if (person !== undefined && person !== ownId && others.length === 0) {
    return (
      <>
        <bdi>{title}</bdi>
        <Suspense>
          <TitlePerson userId={person} />
        </Suspense>
      </>
    );
  }
  if (!channel || !['topic', 'channel'].includes(kindOf(narrow))) return title;
  return (
    <>
      <span className="channel-mark" style={{ color: channelColour(channel.subscription?.color) }}>
        <ChannelIcon channel={channel} />
      </span>
      <bdi>{channel.name}</bdi>
      {typeof topic === 'string' && (
        <>
          <span aria-hidden="true">›</span>
          <TopicName topic={topic} />
        </>
      )}
    </>
  );
}
