import { code, plain, withoutMentions } from '@stoa/integrations';
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from '@stoa/markdown';
import type { Write } from '@stoa/texts';

export interface MailText {
  from: { name: string; address: string };
  showsFrom: boolean;
  subject: string;
  /** Markdown; '' if the mail says nothing. */
  body: string;
  /** Links to what was attached, in Markdown. */
  links: readonly string[];
}

/**
 * Words before a subject that say "answer" or "passed on", in the languages of common mail programs
 * (mail-and-integrations.md 4.2).
 */
const PREFIX =
  /^(?:re|aw|antw|sv|vs|odp|res|ref|rif|r|fwd?|wg|tr|rv|enc|pd|doorst|vb|vl|i|ynt|回复|答复|转发|回覆|轉寄)(?:\[\d{1,3}\]|\(\d{1,3}\))? ?[:：]/iu;

/** Without prefixes, and out of the brackets of `[Fwd: …]`. */
export function bareSubject(subject: string): string {
  let rest = subject.replace(/[\p{C}\s]+/gu, ' ').trim();
  for (;;) {
    const unpacked = rest.startsWith('[') && rest.endsWith(']') ? rest.slice(1, -1).trim() : rest;
    const prefix = PREFIX.exec(unpacked);
    if (!prefix) return rest;
    rest = unpacked.slice(prefix[0].length).trim();
  }
}

/** The topic of a mail to a channel that has topics. */
export function mailTopic(subject: string, write: Write): string {
  const bare = bareSubject(subject);
  return cutTo(bare === '' ? write('mailIn.noSubject') : bare, MAX_TOPIC_LENGTH, '…');
}

/** Whoever wrote a longer name must not push what was said out of the message. */
const SHOWN_SENDER_CHARACTERS = 400;

/**
 * What a mail says, as a message: as much as there is room for beside the links. It mentions nobody, unless
 * `mayMention`: whoever writes to a channel's address has proved nothing.
 */
export function mailContent(
  { from, showsFrom, subject, body, links }: MailText,
  { hasTopics, mayMention, write }: { hasTopics: boolean; mayMention: boolean; write: Write },
): string {
  const sender = cutTo(`${from.name} <${from.address}>`, SHOWN_SENDER_CHARACTERS, '…');
  const head = [
    ...(showsFrom ? [`**${write('mailIn.from')}:** ${nobody(sender)}`] : []),
    ...(hasTopics ? [] : [`**${write('mailIn.subject')}:** ${nobody(bareSubject(subject))}`]),
  ].join('\n');
  const said = mayMention ? body : withoutMentions(body, false);
  const before = head === '' ? '' : `${head}\n\n`;
  const after = linesWithin(links, MAX_MESSAGE_LENGTH / 2);
  const truncated = `\n${write('mailIn.truncated')}`;
  const room = MAX_MESSAGE_LENGTH - [...before].length - [...after].length;
  const text = said.trim() === '' && after === '' ? write('mailIn.noBody') : said.trim();
  return `${before}${cutTo(text, room, truncated)}${text === '' ? after.trimStart() : after}`;
}

/** Of an address no more is needed to know it (RFC 5321 4.5.3.1), and it must leave room for the rest. */
const SHOWN_ADDRESS_CHARACTERS = 320;
const SHOWN_ANSWER_CHARACTERS = 500;

/** An answer that waits for what its user says of it. */
export interface HeldAnswer {
  /** Address of the header `From`: whatever a stranger wrote there. */
  from: string;
  /** Of the message that it answers. */
  url: string;
  /** The whole of it, in Markdown. */
  content: string;
  /** Whether it is a draft of the user's. */
  isDrafted: boolean;
}

/** What its user is told. What the stranger wrote stands in code that is closed. */
export function heldNotice({ from, url, content, isDrafted }: HeldAnswer, write: Write): string {
  return write('mailIn.held', {
    from: cutTo(from.replace(/[`\p{C}\s]+/gu, ''), SHOWN_ADDRESS_CHARACTERS, '…'),
    url,
    text: code(content, 'text', SHOWN_ANSWER_CHARACTERS),
    whatToDo: write(isDrafted ? 'mailIn.heldAsDraft' : 'mailIn.heldAsText'),
  });
}

/** As many links as there is room for, each in a line of its own. */
function linesWithin(links: readonly string[], room: number): string {
  let lines = '';
  for (const link of links) {
    if ([...lines].length + [...link].length + 1 > room) break;
    lines += `\n${link}`;
  }
  return lines === '' ? '' : `\n${lines}`;
}

/** At most so many characters; the end says that something was left out. */
function cutTo(text: string, length: number, end: string): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters.slice(0, length - [...end].length).join('')}${end}`;
}

/** One line without markup, which mentions nobody. */
function nobody(text: string): string {
  return withoutMentions(plain(text.replace(/[\p{C}\s]+/gu, ' ')), false);
}
