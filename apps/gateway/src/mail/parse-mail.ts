import { Parser } from 'htmlparser2';
import { type Attachment, simpleParser } from 'mailparser';
import TurndownService from 'turndown';
import { pictureMark, withoutMarks } from './rules/picture-marks';

/** What a mail contains, ready to be passed between threads. */
export interface ParsedMail {
  from: { name: string; address: string };
  subject: string;
  /** '' if there is none. */
  messageId: string;
  text: string;
  htmlAsMarkdown: string;
  /** Lines of the header by name in lower case; of repeated ones the first, but all results of authentication. */
  header: [name: string, value: string][];
  /** Those with a mark stand where their marks are, in `text` or `htmlAsMarkdown`. */
  attachments: { fileName: string; contentType: string; content: Uint8Array; mark: string }[];
  /** What mail servers say of mails, for programs: its parts by their type. */
  reports: { contentType: string; text: string }[];
}

/** Parts beyond these make a mail unreadable: nobody writes so many, and each costs memory. */
const MOST_PARTS = 500;
const MOST_ATTACHMENTS = 20;
const LONGEST_HTML = 500_000;
/** Elements within each other, and in all: a tree beyond them costs more than anybody's mail is worth. */
const DEEPEST_HTML = 200;
const MOST_ELEMENTS = 20_000;
const LONGEST_TEXT = 200_000;
const REPORTS: ReadonlySet<string> = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
  'message/feedback-report',
]);
/** They say who wrote the mail, to programs that know how to check it: people have no use for such files. */
const SIGNATURES: ReadonlySet<string> = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
]);
const MOST_REPORTS = 2;
const LONGEST_REPORT = 20_000;

/** A mail that cannot be read. */
export class UnreadableMailError extends Error {}

/** @throws UnreadableMailError for more parts than a mail has, Error of the parser */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  refuseManyParts(bytes);
  const mail = await simpleParser(bytes, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    checksumAlgo: false,
    keepDeliveryStatus: true,
  });
  const [from] = mail.from?.value ?? [];
  const attachments = attachmentsOf(mail.attachments);
  const marks = new Map(attachments.flatMap(({ cid, mark }) => (cid === undefined ? [] : [[cid, mark] as const])));
  return {
    from: { name: from?.name ?? '', address: from?.address ?? '' },
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    text: markedText(withoutMarks((mail.text ?? '').slice(0, LONGEST_TEXT)), marks),
    htmlAsMarkdown: markdownOf(withoutMarks(typeof mail.html === 'string' ? mail.html : ''), marks),
    header: firstLines(mail.headerLines),
    attachments: attachments.map(({ cid: _cid, ...attachment }) => attachment),
    reports: mail.attachments
      .filter(({ contentType }) => REPORTS.has(contentType))
      .slice(0, MOST_REPORTS)
      .map(({ contentType, content }) => ({ contentType, text: content.toString('utf8', 0, LONGEST_REPORT) })),
  };
}

function attachmentsOf(given: readonly Attachment[]): (ParsedMail['attachments'][number] & { cid?: string })[] {
  return given
    .filter(({ contentType }) => !SIGNATURES.has(contentType))
    .slice(0, MOST_ATTACHMENTS)
    .flatMap(({ filename, contentType, content, cid }) => {
      const fileName = filename ?? (cid !== undefined && contentType.startsWith('image/') ? 'image' : undefined);
      if (fileName === undefined) return [];
      return [{ fileName, contentType, content: Uint8Array.from(content), cid }];
    })
    .map((attachment, index) => ({ ...attachment, mark: pictureMark(index) }));
}

/** Programs that write a text beside their HTML name pictures so in it. */
function markedText(text: string, marks: ReadonlyMap<string, string>): string {
  return text.replace(/\[cid:([^\]\s]{1,300})\]/gi, (whole, cid: string) => marks.get(cid) ?? whole);
}

function refuseManyParts(raw: Buffer): void {
  let parts = 0;
  for (let at = raw.indexOf('\n--'); at !== -1; at = raw.indexOf('\n--', at + 3)) {
    // The end of a header follows each beginning of a part; lines of dashes in texts are no beginnings.
    if (/^\n--[^\n]{1,200}\n[A-Za-z-]+:/.test(raw.toString('latin1', at, at + 400))) parts++;
    if (parts > MOST_PARTS) throw new UnreadableMailError('The mail has too many parts');
  }
}

function firstLines(lines: readonly { key: string; line: string }[]): [string, string][] {
  const found = new Map<string, string>();
  for (const { key, line } of lines) {
    const value = line.slice(line.indexOf(':') + 1).replace(/\r?\n[ \t]+/g, ' ');
    const earlier = found.get(key);
    if (earlier === undefined) found.set(key, value.trim());
    // Each program of the relay may add a line of its own.
    else if (key === 'authentication-results') found.set(key, `${earlier}, ${value.trim()}`);
  }
  return [...found];
}

/** Messages know no escapes: what looks like markup stays as it is. */
function markdownOf(html: string, marks: ReadonlyMap<string, string>): string {
  if (html === '' || html.length > LONGEST_HTML || isCostly(html)) return '';
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    bulletListMarker: '*',
  });
  service.escape = (text) => text;
  service.remove(['script', 'style', 'title', 'noscript', 'iframe', 'object']);
  // Of pictures only those that the mail brings: others would tell their hosts who reads.
  service.addRule('own-images', {
    filter: 'img',
    replacement: (_content, node) => {
      const source = 'getAttribute' in node ? (node.getAttribute('src') ?? '') : '';
      const [, cid = ''] = /^cid:(.+)$/i.exec(source.trim()) ?? [];
      return marks.get(cid) ?? marks.get(unescaped(cid)) ?? '';
    },
  });
  service.addRule('web-links', {
    filter: 'a',
    replacement: (content, node) => {
      const address = 'getAttribute' in node ? (node.getAttribute('href') ?? '') : '';
      const text = content.trim();
      if (text === '' || !/^https?:\/\/[^\s()]+$/i.test(address)) return content;
      return text === address ? address : `[${text.replaceAll('\n', ' ')}](${address})`;
    },
  });
  return service.turndown(html).slice(0, LONGEST_TEXT);
}

/** Addresses are written with escapes, and not by all. */
function unescaped(cid: string): string {
  try {
    return decodeURIComponent(cid);
  } catch {
    return cid;
  }
}

/** Whether a tree of it would be too deep, or too large. */
function isCostly(html: string): boolean {
  let depth = 0;
  let deepest = 0;
  let elements = 0;
  const parser = new Parser({
    onopentag: () => {
      elements++;
      deepest = Math.max(deepest, ++depth);
      if (deepest > DEEPEST_HTML || elements > MOST_ELEMENTS) parser.pause();
    },
    onclosetag: () => depth--,
  });
  parser.write(html);
  return deepest > DEEPEST_HTML || elements > MOST_ELEMENTS;
}
