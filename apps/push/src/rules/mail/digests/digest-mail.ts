import { escaped } from '@stoa/mail-html';
import { type Write, textsIn } from '@stoa/texts';
import { contentHtml } from '../content-html';
import { quotedMarkdown } from '../content-markdown';
import { channelUrl, conversationSubject, mailHost, messageUrl } from '../conversation';
import type { HiddenBy, MailChannelConversation, MailMessage, MailRealm, MailRecipient } from '../facts';
import { buttonHtml, footerText, htmlDocument, settingsLinks } from '../layout';
import { timeFormat } from '../mail-time';
import type { UnsubscribeWays } from '../unsubscribe-keys';
import { type WrittenMail, unsubscribeHeaders } from '../written-mail';

/** A topic as a digest shows it. */
export interface DigestTopic {
  conversation: MailChannelConversation;
  messages: number;
  /** Who wrote there: some names, and how many there are. */
  names: readonly string[];
  people: number;
  samples: readonly Omit<MailMessage, 'cause'>[];
}

/** What somebody missed who was away for days (mail-and-integrations.md 3). */
export interface DigestMail {
  mailId: string;
  happenedAtMs: number;
  realm: MailRealm;
  recipient: MailRecipient;
  /** Null if the mail may say what was written. */
  hiddenBy: HiddenBy | null;
  topics: readonly DigestTopic[];
  /** New channels that the recipient may see. */
  channels: readonly { channelId: number; name: string }[];
  /** Of all topics that could have been told of. */
  totals: { messages: number; topics: number };
  ways: UnsubscribeWays;
}

/** A digest need not be complete: a long message is cut by leaving it out. */
const LONGEST_SAMPLE_BYTES = 6_000;
const MOST_CHANNELS = 20;
const MUTED = 'color:#59636e;font-size:13px';

interface Shown {
  text: string;
  html: string;
}

/** Writes a digest in its recipient's language and time zone. */
export function writeDigest(mail: DigestMail): WrittenMail {
  const { realm, recipient, hiddenBy, ways } = mail;
  const write = textsIn(recipient.language);
  const organization = realm.name;
  const subject = write('digest.subject', { organization });
  const parts = hiddenBy === null ? shownParts(mail, write) : hiddenParts(mail, write);
  const open = { label: write('missed.open', { organization }), url: `${realm.url}/` };
  const footer = [...hiddenReason(hiddenBy, write), write('digest.reason'), write('mail.doNotReply')];
  const links = settingsLinks(realm.url, ways, write);
  const intro = write('digest.intro', { organization });
  return {
    to: recipient.address,
    toName: recipient.fullName,
    fromName: write('digest.sender', { installation: realm.installation }),
    subject,
    text: [intro, ...parts.map(({ text }) => text), `${open.label}: ${open.url}`, footerText(footer, links)].join(
      '\n\n',
    ),
    html: htmlDocument({
      language: recipient.language,
      title: subject,
      body: `<p>${escaped(intro)}</p>${parts.map(({ html }) => html).join('')}${buttonHtml(open)}`,
      footer,
      links,
    }),
    messageId: `${mail.mailId}@${mailHost(realm.host)}`,
    dateMs: mail.happenedAtMs,
    timezone: recipient.timezone,
    organization: realm,
    headers: unsubscribeHeaders(ways),
  };
}

function hiddenReason(hiddenBy: HiddenBy | null, write: Write): string[] {
  if (hiddenBy === null) return [];
  return [write(hiddenBy === 'organization' ? 'missed.hiddenByOrganization' : 'missed.hiddenByUser')];
}

/** How much there is, and nothing of who wrote what where. */
function hiddenParts({ totals, channels }: DigestMail, write: Write): Shown[] {
  const lines = [
    ...(totals.messages > 0 ? [write('digest.counts', totals)] : []),
    ...(channels.length > 0 ? [write('digest.channelCount', { count: channels.length })] : []),
  ];
  return lines.map((line) => ({ text: line, html: `<p>${escaped(line)}</p>` }));
}

function shownParts(mail: DigestMail, write: Write): Shown[] {
  const topics = mail.topics.map((topic) => topicPart(mail, topic, write));
  return mail.channels.length === 0 ? topics : [...topics, channelsPart(mail, write)];
}

function topicPart({ realm, recipient }: DigestMail, topic: DigestTopic, write: Write): Shown {
  const { conversation, messages, names, people } = topic;
  const title = conversationSubject(conversation, recipient.userId, write);
  const samples = topic.samples.map((sample) => samplePart({ realm, recipient }, sample, write)).filter(isShort);
  const left = messages - samples.length;
  const more = left > 0 && samples.length > 0 ? [write('digest.more', { count: left })] : [];
  const others = people - names.length;
  const who =
    others > 0
      ? write('digest.peopleAndOthers', { names: names.join(', '), count: others })
      : write('digest.people', { names: names.join(', ') });
  const url = messageUrl({ realm, conversation }, topic.samples[0]?.messageId ?? 0);
  return {
    text: [`${title}\n${url}\n${who}`, ...samples.map(({ text }) => text), ...more].join('\n\n'),
    html:
      `<h2 style="margin:20px 0 4px;font-size:16px"><a href="${escaped(url)}" style="color:#1f2328">${escaped(title)}</a></h2>` +
      `<p style="margin:0 0 8px;${MUTED}">${escaped(who)}</p>${samples.map(({ html }) => html).join('')}` +
      more.map((text) => `<p style="${MUTED}">${escaped(text)}</p>`).join(''),
  };
}

function samplePart(
  { realm, recipient }: Pick<DigestMail, 'realm' | 'recipient'>,
  { senderName, content, renderedContent, sentAtMs }: DigestTopic['samples'][number],
  write: Write,
): Shown {
  const formatTime = timeFormat(recipient);
  const spoilerHint = write('missed.spoiler');
  const html = contentHtml(renderedContent, { realmUrl: realm.url, spoilerHint, formatTime });
  return {
    text: `${senderName}:\n${quotedMarkdown(content, realm.url, spoilerHint)}`,
    html:
      `<div style="margin:0 0 8px;padding-left:10px;border-left:3px solid #dddddd"><p style="margin:0 0 4px">` +
      `<strong>${escaped(senderName)}</strong> <span style="${MUTED}">${escaped(formatTime(sentAtMs))}</span></p>${html}</div>`,
  };
}

function isShort({ text, html }: Shown): boolean {
  return Math.max(Buffer.byteLength(text), Buffer.byteLength(html)) <= LONGEST_SAMPLE_BYTES;
}

function channelsPart({ realm, channels }: DigestMail, write: Write): Shown {
  const title = write('digest.newChannels');
  const named = channels.slice(0, MOST_CHANNELS).map(({ channelId, name }) => ({
    label: `#${name}`,
    url: channelUrl(realm, { channelId, channelName: name }),
  }));
  const left = channels.length - named.length;
  const more = left > 0 ? [write('digest.moreChannels', { count: left })] : [];
  const items = named.map(({ label, url }) => `<li><a href="${escaped(url)}">${escaped(label)}</a></li>`);
  return {
    text: [`${title}\n${named.map(({ label, url }) => `* ${label}: ${url}`).join('\n')}`, ...more].join('\n\n'),
    html:
      `<h2 style="margin:20px 0 4px;font-size:16px">${escaped(title)}</h2><ul style="margin:0 0 8px">${items.join('')}</ul>` +
      more.map((text) => `<p style="${MUTED}">${escaped(text)}</p>`).join(''),
  };
}
