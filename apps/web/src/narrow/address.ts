import { type Narrow, type Operator, type Term, operatorOf } from './terms';

/** Names for what addresses show beside ids. They are only for people: ids decide. */
export interface Names {
  /** The signed-in user; undefined for spectators. */
  ownUserId?: number;
  channelName(channelId: number): string | undefined;
  userName(userId: number): string | undefined;
  /** Addresses of older clients name channels and people. */
  channelIdByName?(name: string): number | undefined;
  userIdByEmail?(email: string): number | undefined;
}

/** What the part after `#` asks for (web.md 3.1). */
export type Address =
  | { kind: 'home' }
  | { kind: 'inbox' }
  | { kind: 'recent' }
  | { kind: 'narrow'; narrow: Narrow }
  | { kind: 'topics'; channelId: number }
  | { kind: 'overlay'; name: Overlay; path: readonly string[] }
  | { kind: 'invalid' };

const OVERLAYS = [
  ...['drafts', 'scheduled', 'reminders', 'invite', 'keyboard-shortcuts', 'message-formatting', 'search-operators'],
  ...['about', 'connection', 'user', 'channels', 'groups', 'settings', 'organization', 'organizations'],
] as const;
export type Overlay = (typeof OVERLAYS)[number];

const OVERLAY_ALIASES: Readonly<Record<string, Overlay>> = { 'about-zulip': 'about', streams: 'channels' };

/** A component of an address: percent-encoding with dots, which messages and mails carry unharmed. */
export function encodeComponent(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('.', '.2E')
    .replaceAll('%', '.')
    .replaceAll('(', '.28')
    .replaceAll(')', '.29');
}

/** @returns undefined for malformed encoding */
export function decodeComponent(component: string): string | undefined {
  try {
    return decodeURIComponent(component.replaceAll('.', '%'));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

const slug = (name: string): string => encodeComponent(name.replaceAll(' ', '-'));

function channelComponent(channelId: number, names: Names): string {
  const name = names.channelName(channelId);
  return name === undefined ? String(channelId) : `${channelId}-${slug(name)}`;
}

function peopleComponent(userIds: readonly number[], names: Names): string {
  const [first] = userIds;
  if (userIds.length > 1 || first === undefined) return `${userIds.join(',')}-group`;
  const name = names.userName(first);
  return name === undefined ? String(first) : `${first}-${slug(name)}`;
}

function operandComponent({ operator, operand }: Term, names: Names): string {
  if (typeof operand === 'object') return peopleComponent(operand, names);
  if (operator === 'channel' && typeof operand === 'number') return channelComponent(operand, names);
  if (operator === 'sender' && typeof operand === 'number') return peopleComponent([operand], names);
  return encodeComponent(String(operand));
}

/** The address of a narrow, `#` included. */
export function narrowAddress(narrow: Narrow, names: Names): string {
  if (narrow.length === 0) return '#feed';
  const parts = narrow.flatMap((term) => [`${term.negated ? '-' : ''}${term.operator}`, operandComponent(term, names)]);
  return `#narrow/${parts.join('/')}`;
}

/** The address of a channel's list of topics. */
export function topicsAddress(channelId: number, names: Names): string {
  return `#topics/channel/${channelComponent(channelId, names)}`;
}

function channelIdOf(component: string, names: Names): number | undefined {
  const id = /^(\d+)(?:-|$)/.exec(component)?.[1];
  if (id !== undefined) return Number(id);
  return names.channelIdByName?.(component) ?? names.channelIdByName?.(component.replaceAll('-', ' '));
}

function peopleOf(component: string, names: Names): readonly number[] | undefined {
  if (component === 'me') return names.ownUserId === undefined ? undefined : [names.ownUserId];
  const ids = /^([\d,]+)(?:-|$)/.exec(component)?.[1]?.split(',').filter(Boolean).map(Number);
  const found = ids ?? component.split(',').map((email) => names.userIdByEmail?.(email));
  if (found.length === 0 || found.some((id) => id === undefined)) return undefined;
  const people = [...new Set(found.filter((id) => id !== undefined))].sort((a, b) => a - b);
  const others = people.filter((id) => id !== names.ownUserId);
  return others.length === 0 ? people : others;
}

function messageIdOf(text: string): number | undefined {
  const id = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(id) ? id : undefined;
}

function operandOf(operator: Operator, text: string, names: Names): Term['operand'] | undefined {
  switch (operator) {
    case 'channel':
      return channelIdOf(text, names);
    case 'dm':
    case 'dm-including':
      return peopleOf(text, names);
    case 'sender':
      return peopleOf(text, names)?.[0];
    case 'with':
    case 'near':
    case 'id':
      return messageIdOf(text);
    case 'is':
      return text === 'private' ? 'dm' : text;
    case 'topic':
    case 'has':
    case 'in':
    case 'channels':
    case 'search':
      return text;
  }
}

/** The next component is an operator, and one follows it: an empty topic was left out (`…/topic/with/214`). */
function isTopicLeftOut(components: readonly string[], position: number): boolean {
  const next = components[position + 1];
  return next !== undefined && ['with', 'near'].includes(next) && (components.length - position) % 2 === 1;
}

function readTerms(components: readonly string[], names: Names): Narrow | undefined {
  const narrow: Term[] = [];
  for (let position = 0; position < components.length;) {
    const written = decodeComponent(components[position] ?? '');
    if (written === '') break;
    const operator = written === undefined ? undefined : operatorOf(written.replace(/^-/, ''));
    if (written === undefined || operator === undefined) return undefined;
    const negated = written.startsWith('-') || undefined;
    if (operator === 'topic' && isTopicLeftOut(components, position)) {
      narrow.push({ operator, operand: '', negated });
      position += 1;
      continue;
    }
    const component = components[position + 1];
    const text = component === undefined ? undefined : decodeComponent(component);
    if (text === undefined || (text === '' && operator !== 'topic')) return undefined;
    const operand = operandOf(operator, text, names);
    if (operand === undefined) return undefined;
    narrow.push({ operator, operand, negated });
    position += 2;
  }
  return narrow;
}

function readTopics([of, channel]: readonly string[], names: Names): Address {
  const text = channel === undefined ? undefined : decodeComponent(channel);
  const channelId = of === 'channel' && text !== undefined ? channelIdOf(text, names) : undefined;
  return channelId === undefined ? { kind: 'invalid' } : { kind: 'topics', channelId };
}

function readOverlay(name: string, rest: readonly string[]): Address {
  const overlay = OVERLAYS.find((known) => known === name) ?? OVERLAY_ALIASES[name];
  if (overlay === undefined) return { kind: 'home' };
  return { kind: 'overlay', name: overlay, path: rest.map((part) => decodeComponent(part) ?? part) };
}

/**
 * Reads an address. Unknown views are the home view; a narrow that cannot be read is invalid, which people are told.
 * @param hash with or without `#`
 */
export function readAddress(hash: string, names: Names): Address {
  const [view = '', ...rest] = hash.replace(/^#/, '').split('/');
  switch (view) {
    case '':
      return { kind: 'home' };
    case 'inbox':
      return { kind: 'inbox' };
    case 'recent':
    case 'recent_topics':
      return { kind: 'recent' };
    case 'feed':
    case 'all_messages':
      return { kind: 'narrow', narrow: [] };
    case 'topics':
      return readTopics(rest, names);
    case 'narrow': {
      const narrow = readTerms(rest, names);
      return narrow ? { kind: 'narrow', narrow } : { kind: 'invalid' };
    }
    default:
      return readOverlay(view, rest);
  }
}
