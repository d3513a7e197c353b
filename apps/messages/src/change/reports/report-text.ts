import { ReportType } from '@stoa/contracts/messages';
import type { TextKey, Write } from '@stoa/texts';
import { channelMessageUrl, silentMention, topicLink } from '../../send/storing/conversation-links';
import type { LinkedChannel } from '../../send/storing/conversation-links';

const LABELS: Readonly<Record<ReportType, TextKey>> = {
  spam: 'report.spam',
  harassment: 'report.harassment',
  inappropriate: 'report.inappropriate',
  norms: 'report.norms',
  other: 'report.other',
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
export function reportText(facts: ReportFacts, write: Write): string {
  const description = facts.description?.trim() ?? '';
  const reason = `**${write(LABELS[facts.type])}**.${description === '' ? '' : ` ${description}`}`;
  const title = facts.place
    ? write('report.originalAt', { place: linkTo(facts.place, write) })
    : write('report.original');
  return [introOf(facts, write), fenced('quote', reason), fenced(`spoiler ${title}`, facts.content)].join('\n\n');
}

function introOf({ reporter, sender, sentAt, recipients }: ReportFacts, write: Write): string {
  const values = {
    reporter: silentMention(reporter),
    sender: silentMention(sender),
    time: `<time:${new Date(sentAt * 1000).toISOString().replace(/\.\d+Z$/, 'Z')}>`,
  };
  if (!recipients) return write('report.message', values);
  if (recipients.length === 0) return write('report.direct', values);
  return write('report.directTo', { ...values, recipients: recipients.map(silentMention).join(', ') });
}

function linkTo({ channel, topic, messageId, baseUrl }: NonNullable<ReportFacts['place']>, write: Write): string {
  const link = topicLink(channel, topic, write, messageId);
  if (link.startsWith('#**')) return link;
  return write('report.link', { link: channelMessageUrl(baseUrl, channel, topic, messageId) });
}

/** The fence is longer than any run of backticks inside. */
function fenced(info: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}${info}\n${text}\n${fence}`;
}
