import { ReportType } from '@stoa/contracts/messages';
import { channelMessageUrl, silentMention, topicLink } from '../../send/storing/conversation-links';
import type { LinkedChannel } from '../../send/storing/conversation-links';

const LABELS: Readonly<Record<ReportType, string>> = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
};

interface NamedUser {
  id: number;
  fullName: string;
}

export interface ReportFacts {
  reporter: NamedUser;
  sender: NamedUser;
  type: ReportType;
  /** Null or blank: none was given. */
  description: string | null;
  /** Raw content of the reported message. */
  content: string;
  /** Seconds since the epoch. */
  sentAt: number;
  /** Of a direct message: everybody in it but its sender; null for channel messages. */
  recipients: readonly NamedUser[] | null;
  /** Null for direct messages. */
  place: { channel: LinkedChannel; topic: string; messageId: number; baseUrl: string } | null;
}

/** What the notification bot writes about a reported message (messages.md 20). */
export function reportText(facts: ReportFacts): string {
  const time = `<time:${new Date(facts.sentAt * 1000).toISOString().replace(/\.\d+Z$/, 'Z')}>`;
  const { recipients } = facts;
  const to = recipients && recipients.length > 0 ? ` to ${recipients.map(silentMention).join(', ')}` : '';
  const kind = recipients ? 'a direct message' : 'a message';
  const intro = `${silentMention(facts.reporter)} reported ${kind} sent by ${silentMention(facts.sender)}${to} at ${time}.`;
  const description = facts.description?.trim() ?? '';
  const reason = `**${LABELS[facts.type]}**.${description === '' ? '' : ` ${description}`}`;
  const title = facts.place ? `Original message at ${linkTo(facts.place)}` : 'Original message';
  return [intro, fenced('quote', reason), fenced(`spoiler ${title}`, facts.content)].join('\n\n');
}

function linkTo({ channel, topic, messageId, baseUrl }: NonNullable<ReportFacts['place']>): string {
  const link = topicLink(channel, topic, messageId);
  return link.startsWith('#**') ? link : `[message](${channelMessageUrl(baseUrl, channel, topic, messageId)})`;
}

/** The fence is longer than any run of backticks inside. */
function fenced(info: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}${info}\n${text}\n${fence}`;
}
