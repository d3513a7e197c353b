import { type Client, namesOf, useClient } from '../client/client';
import { useCommands } from '../client/commands';
import { goTo, hash } from '../client/location';
import { confirmDone, notify } from '../client/notices';
import { selectedMessage } from '../client/selection';
import { type Target, writeTo } from '../compose/target';
import { narrowAddress, readAddress, topicsAddress } from '../narrow/address';
import { type Narrow, narrowKey } from '../narrow/terms';
import {
  channelAddress,
  channelFeedAddress,
  directAddress,
  homeAddress,
  messageAddress,
  topicAddress,
} from '../parts/addresses';
import { setPolicy } from '../parts/channel-actions';
import { channelSections, channelsInOrder } from '../parts/channel-sections';
import { foldedInSidebar } from '../parts/folded';
import { nextUnreadDirect, nextUnreadTopic } from '../parts/next-unread';
import { conversationOf } from '../store/message';
import { TopicPolicy, topicPolicy } from '../store/unread-counts';
import { t } from '../strings/strings';
import { beginTopic } from '../views/channels/go-to-channel';
import { openConversation } from './open-conversation';

function nextTopic({ store }: Client, isFollowedOnly: boolean): void {
  const state = store.get();
  const { channelId, topic } = openConversation(state, hash.get());
  const open = channelId !== undefined && topic !== undefined ? { channelId, topic } : undefined;
  const folded = foldedInSidebar.get();
  const sections = channelSections(state).filter(({ key }) => !folded.includes(key));
  const next = nextUnreadTopic(state, { topic: open, channelId, isFollowedOnly, sections });
  if (next) goTo(topicAddress(state, next.channelId, next.topic));
  else notify(t(isFollowedOnly ? 'next.noFollowed' : 'next.noTopic'));
}

function nextDirect({ store }: Client): void {
  const state = store.get();
  const next = nextUnreadDirect(state, openConversation(state, hash.get()).direct);
  if (next === undefined) notify(t('next.noDirect'));
  else goTo(directAddress(state, next));
}

/** From a topic to its channel and back, from direct messages to all of them, from anywhere to the selected message's place. */
function widen(client: Client): boolean {
  const state = client.store.get();
  const { channelId, topic, direct } = openConversation(state, hash.get());
  if (channelId !== undefined && topic !== undefined) goTo(channelFeedAddress(state, channelId));
  else if (direct !== undefined) goTo('#narrow/is/dm');
  else return openContext(client);
  return true;
}

function openContext(client: Client): boolean {
  const message = selectedMessage(client);
  if (!message) return false;
  goTo(messageAddress(client.store.get(), message));
  return true;
}

function openTopics(client: Client): boolean {
  const state = client.store.get();
  const message = selectedMessage(client);
  const ofMessage = message && conversationOf(message);
  const { channelId = ofMessage?.kind === 'topic' ? ofMessage.channelId : undefined } = openConversation(
    state,
    hash.get(),
  );
  if (channelId === undefined) return false;
  goTo(topicsAddress(channelId, namesOf(state)));
  return true;
}

/** Mutes the open topic, or that of the selected message; a muted one is as its channel again. */
function muteTopic(client: Client): boolean {
  const state = client.store.get();
  const message = selectedMessage(client);
  const selected = message && conversationOf(message);
  const open = openConversation(state, hash.get());
  const { channelId, topic } = open.topic === undefined && selected?.kind === 'topic' ? selected : open;
  if (channelId === undefined || topic === undefined) return false;
  const isMuted = topicPolicy(state, channelId, topic) === TopicPolicy.Muted;
  setPolicy(client, channelId, topic, isMuted ? TopicPolicy.Inherit : TopicPolicy.Muted);
  confirmDone(t(isMuted ? 'topic.unmuted' : 'topic.muted'));
  return true;
}

/** The channel before or after the open one, in the order of the sidebar; the first or last one from elsewhere. */
function neighbourChannel({ store }: Client, step: 1 | -1): boolean {
  const state = store.get();
  const ids = channelsInOrder(channelSections(state)).map(({ stream_id }) => stream_id);
  const here = ids.indexOf(openConversation(state, hash.get()).channelId ?? -1);
  const next = here < 0 ? ids.at(step > 0 ? 0 : -1) : ids[(here + step + ids.length) % ids.length];
  if (next === undefined) return false;
  goTo(channelAddress(state, next));
  return true;
}

/** Lists of conversations, which have no place to write. */
const LISTS: ReadonlySet<string> = new Set(['inbox', 'recent', 'topics']);

/** Where messages that are begun in a list will stand. */
const FEEDS: Readonly<Record<Target['type'], Narrow>> = {
  channel: [],
  direct: [{ operator: 'is', operand: 'dm' }],
};

/** Begins a message from a list: in the feed in which it will stand, or in the channel that the list is of. */
function beginElsewhere(client: Client, target: Target): boolean {
  const state = client.store.get();
  const address = readAddress(hash.get() || homeAddress(state), namesOf(state));
  if (!LISTS.has(address.kind)) return false;
  if (address.kind === 'topics' && target.type === 'channel') {
    beginTopic(client, address.channelId);
    return true;
  }
  const narrow = FEEDS[target.type];
  goTo(narrowAddress(narrow, namesOf(state)));
  writeTo(narrowKey(narrow), target);
  return true;
}

/** Leads to the home view. @returns false where one is already, and the key may do something else */
function goHome({ store }: Client): boolean {
  const home = homeAddress(store.get());
  if (hash.get() === home) return false;
  goTo(home);
  return true;
}

/** Escape does so only for who wants it: it is pressed to close what is open, and may be pressed once too often. */
function stepOut(client: Client): boolean {
  return client.store.get().settings.web_escape_navigates_to_home_view && goHome(client);
}

/** A narrow by keys, from everywhere. */
const PLACES = {
  goInbox: '#inbox',
  goRecent: '#recent',
  goFeed: '#feed',
  goDirects: '#narrow/is/dm',
  goStarred: '#narrow/is/starred',
  goDrafts: '#drafts',
} as const;

/** Keys that lead from one view to another. */
export function useNavigationCommands(): void {
  const client = useClient();
  useCommands({
    goInbox: () => goTo(PLACES.goInbox),
    goRecent: () => goTo(PLACES.goRecent),
    goFeed: () => goTo(PLACES.goFeed),
    goDirects: () => goTo(PLACES.goDirects),
    goStarred: () => goTo(PLACES.goStarred),
    goDrafts: () => goTo(PLACES.goDrafts),
    nextUnreadTopic: () => nextTopic(client, false),
    nextUnreadFollowed: () => nextTopic(client, true),
    nextUnreadDirect: () => nextDirect(client),
    widen: () => widen(client),
    inContext: () => openContext(client),
    topicList: () => openTopics(client),
    muteTopic: () => muteTopic(client),
    newChannelMessage: () => beginElsewhere(client, { type: 'channel' }),
    newDirectMessage: () => beginElsewhere(client, { type: 'direct', userIds: [] }),
    previousChannel: () => neighbourChannel(client, -1),
    nextChannel: () => neighbourChannel(client, 1),
    stepOut: () => stepOut(client),
    goHome: () => goHome(client),
  });
}
