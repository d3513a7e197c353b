import { textPage } from '@stoa/mail-html';
import MimeNode from 'nodemailer/lib/mime-node';

/** An organization, as mails about it name it. */
export interface MailOrganization {
  name: string;
  /** Its address, such as `https://acme.example`. */
  url: string;
}

export interface Mail {
  /** The address alone. */
  to: string;
  /** Of the recipient, before the address. */
  toName?: string;
  /** Before the sender's address; the installation's if missing. */
  fromName?: string;
  /** Whom the mail is from, and answers go to, where it is not the installation; what comes back goes to {@link envelopeFrom}. */
  fromAddress?: string;
  /** Where answers go; to the sender's address if missing. */
  replyTo?: string;
  /** Where mail servers report that it cannot be delivered; to the sender's address if missing. */
  envelopeFrom?: string;
  /**
   * Its link proves that the address is its reader's. A help desk that mails back what it gets would let strangers prove
   * addresses of its domain, so the sender's address cannot be guessed, where the installation says so.
   */
  provesAddress?: boolean;
  /** Which organization it is about: programs sort mails by it (`List-Id`). Missing: about none, or about several. */
  organization?: MailOrganization;
  /** Further organizations whose addresses in the text become links: where it is about several. */
  ownUrls?: readonly string[];
  subject: string;
  text: string;
  /** The same for programs that show HTML: a whole document. It is made of the text where it is missing. */
  html?: string;
  /** Without the brackets; the same one at a repetition makes it a duplicate. One is made up where it is missing. */
  messageId?: string;
  /** When the mail was caused, milliseconds since the epoch; now if missing. */
  dateMs?: number;
  /** Of the recipient, by whose clock the header says so: an IANA name; UTC if missing. */
  timezone?: string;
  /** Further headers by name. */
  headers?: Readonly<Record<string, string>>;
}

/** Programs send all mails: nobody's vacation answers them (mail-and-integrations.md 1). */
export const AUTOMATIC_HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } as const;

/** Bytes of an encoded recipient that every relay takes. */
const LONGEST_ADDRESSEE_BYTES = 320;

/** A name that somebody chose, where a mail has it: no line of its own, in the header or in the text. */
export function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** The recipient's name, or none where name and address would be longer than relays take. */
export function addressee({ to, toName = '' }: Pick<Mail, 'to' | 'toName'>): string {
  const name = oneLine(toName);
  const encoded = /^[ -~]*$/.test(name) ? name.length : Math.ceil(Buffer.byteLength(name) / 3) * 4 + 12;
  return encoded + to.length + 5 > LONGEST_ADDRESSEE_BYTES ? '' : name;
}

/**
 * `Acme <acme.example>` (RFC 2919): what a phrase may not have is left out of the name. What is not ASCII is encoded here,
 * as later the host would be with it, which nobody would find then.
 */
function listId({ name, url }: MailOrganization): string {
  const phrase = oneLine(name.replace(/[()<>[\]:;@\\,"]/g, ' '));
  // Local clusters have organizations below an IP address, which URL does not admit.
  const host = /^\w+:\/\/([^/:]+)/.exec(url)?.[1] ?? '';
  return `${MimeNode.encodeHeaderValue('List-Id', phrase)} <${host}>`.trim();
}

/** Sends mail. A mail that was taken may still be lost on its way; one that was not is an error. */
export abstract class Mailer {
  /** Whether there is a way to send at all. */
  readonly isConfigured: boolean = true;

  /**
   * Sends a mail; its subject and names, which people chose, as one line each.
   * @throws MailDelayedError when it could not be handed over now
   * @throws MailRefusedError when the server does not want it
   */
  async send(mail: Mail): Promise<void> {
    for (const address of [mail.to, mail.envelopeFrom ?? '', mail.fromAddress ?? '']) {
      if (/[\p{Cc}\s<>,;]/u.test(address)) throw new Error('not one mail address');
    }
    const { toName, fromName, organization, ownUrls = [], headers, ...rest } = mail;
    const list = organization && { 'List-Id': listId(organization) };
    await this.deliver({
      ...rest,
      subject: oneLine(mail.subject),
      html: mail.html ?? textPage({ ...mail, ownUrls: organization ? [organization.url, ...ownUrls] : ownUrls }),
      ...(toName === undefined ? {} : { toName: addressee(mail) }),
      ...(fromName === undefined ? {} : { fromName: oneLine(fromName) }),
      headers: oneLineEach({ ...AUTOMATIC_HEADERS, ...list, ...headers }),
    });
  }

  /** Hands over a mail that {@link send} has checked. */
  protected abstract deliver(mail: Mail): Promise<void>;

  /** Ends connections that are kept. */
  close(): void {
    return;
  }
}

function oneLineEach(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)]));
}
