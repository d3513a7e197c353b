import { createHash } from 'node:crypto';
import { encodeHashComponent } from '@stoa/markdown';
import { RESOLVED_PREFIX } from '@stoa/policy';
import type { Write } from '@stoa/texts';
import type {
  ConversationPlace,
  MailChannelConversation,
  MailDirectConversation,
  MailRealm,
  MissedMail,
} from './facts';

type Conversation = MailChannelConversation | MailDirectConversation;

/** Of a topic that is renamed again and again; a header must not grow with it. */
const MOST_EARLIER_PLACES = 4;

/** The subject of a mail about a conversation, without the organization (mail-and-integrations.md 2.3). */
export function conversationSubject(conversation: Conversation, recipientId: number, write: Write): string {
  if (conversation.type === 'direct') return directSubject(conversation, recipientId, write);
  const { channelName: channel, topic } = conversation;
  const isResolved = topic.startsWith(RESOLVED_PREFIX);
  const bare = isResolved ? topic.slice(RESOLVED_PREFIX.length) : topic;
  const named = write('missed.channelSubject', { channel, topic: bare === '' ? write('topic.empty') : bare });
  // Mail programs leave brackets at the beginning out when they look for a conversation's mails; not so a check mark.
  return isResolved ? write('missed.resolvedSubject', { subject: named }) : named;
}

function directSubject({ participants }: MailDirectConversation, recipientId: number, write: Write): string {
  const names = participants
    .filter(({ userId }) => userId !== recipientId)
    .sort((one, other) => one.userId - other.userId)
    .map(({ fullName }) => fullName);
  const [first = '', second = '', third = ''] = names;
  if (names.length <= 1) return write('missed.directSubject', { name: first });
  if (names.length === 2) return write('missed.twoSubject', { first, second });
  if (names.length === 3) return write('missed.threeSubject', { first, second, third });
  return write('missed.manySubject', { first, second, count: names.length - 2 });
}

/**
 * What the mails of a conversation refer to, so that programs show them together: the same for all recipients, in all
 * languages, whether the topic is resolved or not. Without brackets.
 */
function conversationRoot(
  { realmId, host }: MailRealm,
  conversation: ({ type: 'channel' } & ConversationPlace) | MailDirectConversation,
): string {
  const key =
    conversation.type === 'channel'
      ? `${conversation.channelId}:${bareTopic(conversation.topic).toLowerCase()}`
      : [...conversation.participants.map(({ userId }) => userId)].sort((one, other) => one - other).join();
  const hash = createHash('sha256').update(`${realmId}\n${conversation.type}\n${key}`).digest('hex').slice(0, 32);
  return `conv.${conversation.type}.${hash}@${mailHost(host)}`;
}

/**
 * All that a mail refers to, the oldest first: its conversation, and what that was called before. Thus programs show the mails
 * about a topic together when it was renamed or moved.
 */
export function conversationRoots({ realm, conversation, earlierPlaces }: MissedMail): string[] {
  const root = conversationRoot(realm, conversation);
  const earlier = earlierPlaces.map((place) => conversationRoot(realm, { type: 'channel', ...place }));
  return [...new Set(earlier.filter((one) => one !== root))].slice(-MOST_EARLIER_PLACES).concat(root);
}

function bareTopic(topic: string): string {
  return topic.startsWith(RESOLVED_PREFIX) ? topic.slice(RESOLVED_PREFIX.length) : topic;
}

/** A host as the right side of a message's id: the port is none of it. */
export function mailHost(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** Address of a message in its conversation. */
export function messageUrl({ realm, conversation }: Pick<MissedMail, 'realm' | 'conversation'>, id: number): string {
  if (conversation.type === 'direct') {
    const userIds = conversation.participants.map(({ userId }) => userId).sort((one, other) => one - other);
    return `${realm.url}/#narrow/dm/${userIds.join()}/near/${id}`;
  }
  return `${channelUrl(realm, conversation)}/topic/${encodeHashComponent(conversation.topic)}/near/${id}`;
}

/** Where the client shows a channel. */
export function channelUrl(
  { url }: MailRealm,
  { channelId, channelName }: Pick<MailChannelConversation, 'channelId' | 'channelName'>,
): string {
  return `${url}/#narrow/channel/${channelId}-${encodeHashComponent(channelName.replaceAll(' ', '-'))}`;
}
