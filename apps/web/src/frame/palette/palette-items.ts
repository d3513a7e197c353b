import { namesOf } from '../../client/client';
import { type Command, KEYS } from '../../client/keys';
import { type KnownOrganization, hostOf, knownOrganizations } from '../../client/known-organizations';
import { narrowAddress, readAddress } from '../../narrow/address';
import { directNarrow, kindOf, operandOf } from '../../narrow/terms';
import { channelAddress, directAddress, topicAddress } from '../../parts/addresses';
import { peopleText } from '../../parts/people-text';
import { matchRank } from '../../parts/text-match';
import { privaciesToMake } from '../../store/channel-permissions';
import { usersOf } from '../../store/conversation';
import type { Channel, State } from '../../store/state';
import { unresolvedName } from '../../store/topics';
import { userOf } from '../../store/users';
import { tk } from '../../strings/keys-strings';
import { t } from '../../strings/strings';

/** Something that can be gone to or done by typing its name (web-details.md E). */
export interface PaletteItem {
  readonly key: string;
  readonly kind: 'channel' | 'topic' | 'person' | 'view' | 'action';
  readonly label: string;
  readonly hint: string;
  /** Where it leads. */
  readonly address?: string;
  /** It leads to another organization. */
  readonly organization?: KnownOrganization;
  /** What it does instead. */
  readonly command?: Command;
  readonly channel?: Channel;
  readonly userId?: number;
}

const MOST = 40;
const ACTIONS: readonly Command[] = ['newChannelMessage', 'newDirectMessage', 'nextUnreadTopic', 'search', 'help'];

function views(state: State): PaletteItem[] {
  const all = [
    ['#inbox', t('inbox.title')],
    ['#recent', t('recent.title')],
    ['#feed', t('feed.title')],
    ['#narrow/is/mentioned', t('mentions.title')],
    ['#narrow/has/reaction/sender/me', t('reactions.title')],
    ['#narrow/is/starred', t('starred.title')],
    ['#narrow/is/followed', t('followed.title')],
    ['#narrow/is/dm', t('directs.all')],
    ['#drafts', t('drafts.title')],
    ['#scheduled', t('scheduled.title')],
    ['#reminders', t('reminders.title')],
    ['#channels/all', t('channels.browse', { count: 0 })],
    ...(privaciesToMake(state).length > 0 ? ([['#channels/new', t('channels.create')]] as const) : []),
  ] as const;
  const settings = setup(state).map(place(t('palette.setting')));
  return [...all.map(place(t('palette.view'))), ...settings, ...help(), ...organizations()];
}

function place(hint: string) {
  return ([address, label]: readonly [string, string]): PaletteItem => ({
    ...{ key: address, kind: 'view', label, hint, address },
  });
}

/** What is set up, for oneself and for all; guests have neither groups nor bots to look after. */
function setup(state: State): readonly (readonly [string, string])[] {
  const forMembers = [
    ['#groups', t('palette.groups')],
    ['#organization/bots', t('menu.bots')],
  ] as const;
  return [
    ['#settings', t('settings.open')],
    ['#organization', t('menu.organizationSettings')],
    ['#organization/users', t('menu.people')],
    ...(userOf(state, state.userId).is_guest ? [] : forMembers),
  ];
}

function help(): PaletteItem[] {
  const pages = [
    ['#message-formatting', t('menu.formatting')],
    ['#search-operators', t('menu.searchFilters')],
    ['#connection', t('menu.connection')],
    ['#about', t('menu.about', { name: t('app.name') })],
  ] as const;
  return pages.map(place(t('palette.help')));
}

/** The other organizations, and the list of them. */
function organizations(): PaletteItem[] {
  const list = place(t('palette.organization'))(['#organizations', t('menu.organizations')]);
  const known = knownOrganizations.get().map((organization): PaletteItem => {
    const { origin, name } = organization;
    return { key: origin, kind: 'view', label: name, hint: hostOf(origin), organization };
  });
  return [...known, list];
}

function actions(): PaletteItem[] {
  return KEYS.filter(({ command }) => ACTIONS.includes(command)).map(({ command }) => ({
    key: `action ${command}`,
    kind: 'action',
    label: tk(`key.${command}`),
    hint: t('palette.action'),
    command,
  }));
}

function channels(state: State): PaletteItem[] {
  return [...state.channels.values()]
    .filter(({ is_archived }) => !is_archived)
    .map((channel) => ({
      key: `channel ${channel.stream_id}`,
      kind: 'channel',
      label: channel.name,
      hint: t('palette.channel'),
      address: channelAddress(state, channel.stream_id),
      channel,
    }));
}

function topics(state: State): PaletteItem[] {
  return [...state.topics].flatMap(([channelId, known]) => {
    const channel = state.channels.get(channelId);
    if (!channel) return [];
    return [...known.values()].map((topic) => topicItem(state, channel, topic.name));
  });
}

function topicItem(state: State, channel: Channel, topic: string): PaletteItem {
  return {
    key: `topic ${channel.stream_id} ${topic.toLowerCase()}`,
    kind: 'topic',
    label: unresolvedName(topic) || state.organization.realm_empty_topic_display_name,
    hint: `#${channel.name}`,
    address: topicAddress(state, channel.stream_id, topic),
    channel,
  };
}

function people(state: State): PaletteItem[] {
  return [...state.users.values()]
    .filter((user) => user.is_active)
    .map(({ user_id, full_name }) => ({
      key: `person ${user_id}`,
      kind: 'person',
      label: user_id === state.userId ? t('direct.self') : full_name,
      hint: t('palette.person'),
      address: narrowAddress(directNarrow([user_id]), namesOf(state)),
      userId: user_id,
    }));
}

/** A conversation that was visited, by its address; undefined for other views and for what is not there any more. */
function visited(state: State, address: string): PaletteItem | undefined {
  const read = readAddress(address, namesOf(state));
  if (read.kind !== 'narrow') return undefined;
  const channelId = operandOf(read.narrow, 'channel');
  const channel = typeof channelId === 'number' ? state.channels.get(channelId) : undefined;
  const topic = operandOf(read.narrow, 'topic');
  const people = operandOf(read.narrow, 'dm');
  switch (kindOf(read.narrow)) {
    case 'topic':
      return channel && typeof topic === 'string' ? topicItem(state, channel, topic) : undefined;
    case 'channel':
      return channels(state).find((item) => item.channel === channel);
    case 'direct':
      return typeof people === 'object' ? directItem(state, people) : undefined;
    default:
      return undefined;
  }
}

function directItem(state: State, people: readonly number[]): PaletteItem {
  const key = people.join();
  const [userId] = people;
  return {
    key: people.length === 1 ? `person ${key}` : `group ${key}`,
    kind: 'person',
    label: peopleText(state, usersOf(key)),
    hint: t('palette.person'),
    address: directAddress(state, key),
    ...(people.length === 1 ? { userId } : {}),
  };
}

const SIGNS = { '#': 'channel', '@': 'person', '>': 'action' } as const;

function isSign(sign: string): sign is keyof typeof SIGNS {
  return sign in SIGNS;
}

/** Kinds in the order in which equal names stand. */
const ORDER: readonly PaletteItem['kind'][] = ['channel', 'view', 'person', 'topic', 'action'];

function candidates(state: State, kind: PaletteItem['kind'] | undefined): PaletteItem[] {
  switch (kind) {
    case 'channel':
      return channels(state);
    case 'person':
      return people(state);
    case 'action':
      return [...actions(), ...views(state)];
    default:
      return [...channels(state), ...views(state), ...people(state), ...topics(state), ...actions()];
  }
}

/**
 * What answers what was typed: `#`, `@` and `>` before it ask for channels, people and actions only.
 * @param recent addresses that were visited, the last first
 */
export function paletteItems(state: State, typed: string, recent: readonly string[]): readonly PaletteItem[] {
  const sign = typed.trimStart().charAt(0);
  const kind = isSign(sign) ? SIGNS[sign] : undefined;
  const words = kind ? typed.trimStart().slice(1) : typed;
  const last = recent.map((address) => visited(state, address)).filter((item) => item !== undefined);
  if (words.trim() === '' && !kind) return unique([...last, ...views(state), ...actions()]).slice(0, MOST);
  const positions = new Map(last.map(({ key }, position) => [key, position]));
  const order = ({ item, rank }: { item: PaletteItem; rank: number }): number =>
    rank * 1e4 + (positions.get(item.key) ?? 1e3) + ORDER.indexOf(item.kind) * 10 + (isSubscribed(item) ? 0 : 5);
  const found = candidates(state, kind).flatMap((item) => {
    const rank = matchRank(words, item.label);
    return rank === undefined ? [] : [{ item, rank }];
  });
  return unique(found.sort((a, b) => order(a) - order(b)).map(({ item }) => item)).slice(0, MOST);
}

function isSubscribed({ channel }: PaletteItem): boolean {
  return channel?.isSubscribed === true;
}

function unique(items: readonly PaletteItem[]): PaletteItem[] {
  return [...new Map(items.map((item) => [item.key, item])).values()];
}
