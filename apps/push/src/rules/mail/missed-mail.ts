import { escaped } from '@stoa/mail-html';
import { textsIn, type Write } from '@stoa/texts';
import { MAIL_TRIGGERS } from '../decisions/triggers';
import { contentHtml } from './content-html';
import { quotedMarkdown } from './content-markdown';
import { conversationRoots, conversationSubject, mailHost, messageUrl } from './conversation';
import type { MailMessage, MissedMail } from './facts';
import { buttonHtml, footerText, htmlDocument, settingsLinks } from './layout';
import { timeFormat } from './mail-time';
import { type WrittenMail, unsubscribeHeaders } from './written-mail';

/** Bytes of messages in one part. A large mail provider shows no more than 102 kB of a mail. */
const ROOM_BYTES = 80_000;

/** What one message adds to the two parts. */
interface Shown {
  text: string;
  html: string;
}

/** Writes a mail about missed messages (mail-and-integrations.md 2.3, 2.4), in its recipient's language and time zone. */
export function writeMissedMail(mail: MissedMail): WrittenMail {
  const { realm, recipient, hiddenBy, conversation } = mail;
  const write = textsIn(recipient.language);
  const subject = hiddenBy ? write('missed.hiddenSubject') : conversationSubject(conversation, recipient.userId, write);
  const { text, html } = hiddenBy ? hiddenBody(mail, write) : shownBody(mail, write);
  const roots = conversationRoots(mail).map((root) => `<${root}>`);
  const whole = recipient.namesRealm ? write('missed.ofOrganization', { subject, organization: realm.name }) : subject;
  return {
    to: recipient.address,
    toName: recipient.fullName,
    fromName: write('mail.notifications', { installation: realm.installation }),
    ...(mail.replyTo === null || hiddenBy ? {} : { replyTo: mail.replyTo }),
    subject: whole,
    text,
    html,
    messageId: `${mail.mailId}@${mailHost(realm.host)}`,
    dateMs: mail.happenedAtMs,
    timezone: recipient.timezone,
    organization: realm,
    headers: {
      ...unsubscribeHeaders(mail.ways),
      // A conversation whose name is hidden is no conversation to its reader.
      ...(hiddenBy ? {} : { 'In-Reply-To': roots.at(-1) ?? '', References: roots.join(' ') }),
    },
  };
}

/** Nothing of who wrote what where. */
function hiddenBody({ realm, recipient, hiddenBy, ways }: MissedMail, write: Write): Shown {
  const reason = write(hiddenBy === 'organization' ? 'missed.hiddenByOrganization' : 'missed.hiddenByUser');
  const open = { label: write('missed.open', { organization: realm.name }), url: `${realm.url}/` };
  const footer = [reason, write('mail.doNotReply')];
  const links = settingsLinks(realm.url, ways, write);
  const said = write('missed.hidden', { organization: realm.name });
  return {
    text: [said, `${open.label}: ${open.url}`, footerText(footer, links)].join('\n\n'),
    html: htmlDocument({
      language: recipient.language,
      title: write('missed.hiddenSubject'),
      body: `<p>${escaped(said)}</p>${buttonHtml(open)}`,
      footer,
      links,
    }),
  };
}

function shownBody(mail: MissedMail, write: Write): Shown {
  const { realm, recipient, conversation, messages, ways } = mail;
  const { shown, left } = fitting(mail, write);
  const more = left > 0 ? write('missed.more', { count: left }) : null;
  const firstMissed = messages.find(({ cause }) => cause !== null) ?? messages[0];
  const url = messageUrl(mail, firstMissed?.messageId ?? 0);
  const open = { label: write('missed.openConversation', { organization: realm.name }), url };
  const footer = [reasonOf(mail, write), write(mail.replyTo === null ? 'mail.doNotReply' : 'missed.reply')];
  const links = settingsLinks(realm.url, ways, write);
  return {
    text: [
      ...shown.map(({ text }) => text),
      ...(more === null ? [] : [more]),
      `${open.label}: ${url}`,
      footerText(footer, links),
    ].join('\n\n'),
    html: htmlDocument({
      language: recipient.language,
      title: conversationSubject(conversation, recipient.userId, write),
      body: `${shown.map(({ html }) => html).join('')}${more === null ? '' : `<p>${escaped(more)}</p>`}${buttonHtml(open)}`,
      footer,
      links,
    }),
  };
}

/** As many messages as there is room for, and how many are left. */
function fitting(mail: MissedMail, write: Write): { shown: Shown[]; left: number } {
  const shown: Shown[] = [];
  let room = ROOM_BYTES;
  let before: MailMessage | null = null;
  for (const message of mail.messages) {
    const next = messageParts(mail, message, before, write);
    room -= Math.max(Buffer.byteLength(next.html), Buffer.byteLength(next.text));
    if (room < 0) break;
    shown.push(next);
    before = message;
  }
  return { shown, left: mail.messages.length - shown.length };
}

/** A message with its sender, who is named at the first of a run. */
function messageParts(mail: MissedMail, message: MailMessage, before: MailMessage | null, write: Write): Shown {
  const { realm, recipient, conversation } = mail;
  const formatTime = timeFormat(recipient);
  const spoilerHint = write('missed.spoiler');
  const isOneToOne = conversation.type === 'direct' && conversation.participants.length <= 2;
  const isSameRun = before?.senderName === message.senderName;
  const content = contentHtml(message.renderedContent, { realmUrl: realm.url, spoilerHint, formatTime });
  const quoted = quotedMarkdown(message.content, realm.url, spoilerHint);
  const name = `<strong>${escaped(message.senderName)}</strong>`;
  const time = `<span style="color:#59636e;font-size:13px">${escaped(formatTime(message.sentAtMs))}</span>`;
  const isContext = message.cause === null && mail.messages.some(({ cause }) => cause !== null);
  return {
    text: isOneToOne || isSameRun ? quoted : `${message.senderName}:\n${quoted}`,
    html:
      `<div${isContext ? ' style="color:#59636e"' : ''}>` +
      `${isSameRun ? '' : `<p style="margin:12px 0 4px">${name} ${time}</p>`}${content}</div>`,
  };
}

/** Why the recipient gets the mail: the weightiest of the causes. */
function reasonOf({ messages, conversation, recipient }: MissedMail, write: Write): string {
  const causes = messages.flatMap(({ cause }) => (cause ? [cause] : []));
  const weight = ({ trigger }: { trigger: (typeof MAIL_TRIGGERS)[number] }) => MAIL_TRIGGERS.indexOf(trigger);
  const [first] = [...causes].sort((one, other) => weight(one) - weight(other));
  const place = conversationSubject(conversation, recipient.userId, write);
  switch (first?.trigger) {
    case undefined:
    case 'direct_message':
      return write('missed.becauseDirect');
    case 'mentioned':
      return first.mentionedGroup
        ? write('missed.becauseGroup', { group: first.mentionedGroup.name })
        : write('missed.becauseMentioned');
    case 'topic_wildcard_mentioned':
      return write('missed.becauseTopic', { place });
    case 'stream_wildcard_mentioned':
      return write('missed.becauseEveryone', { place });
    case 'topic_wildcard_mentioned_in_followed_topic':
    case 'stream_wildcard_mentioned_in_followed_topic':
      return write('missed.becauseFollowedWildcard');
    case 'followed_topic_email_notify':
      return write('missed.becauseFollowed');
    case 'stream_email_notify':
      return write('missed.becauseChannel');
  }
}
