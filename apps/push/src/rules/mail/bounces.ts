import type { MailReport, MailSuspensionReason } from '@stoa/contracts/push';
import type { MailRefusal } from '@stoa/mail';

/** Why mails to an address are not as they should be: it takes none, it has taken none for now, or nobody wants them. */
export type BounceKind = MailSuspensionReason;

/** A mail that came back, or about which somebody complained. */
export interface Bounce {
  kind: BounceKind;
  /** Of RFC 3463, such as 5.1.1; '' for complaints. */
  status: string;
  detail: string;
}

/** How many of each kind count (mail-and-integrations.md 5), and for how long. */
export const BOUNCE_LIMITS = {
  hard: { count: 2, hours: 7 * 24 },
  soft: { count: 5, hours: 72 },
  complaint: { count: 1, hours: 24 },
} as const satisfies Record<BounceKind, { count: number; hours: number }>;

/** Of one kind in an hour one counts: mails that went out together come back together. */
export const BOUNCE_APART_HOURS = 1;

const STATUS = /^[45]\.\d{1,3}\.\d{1,3}$/;
/** For good, and of the address or its mailbox, or of what a server that knows no such codes does not say. */
const LASTING = /^5\.[012]\.\d{1,3}$/;
const UNSAID = /^5\.0\./;
/** What the mail was, or who sent it, and not where it went: a server that refuses all of ours so must suspend nobody. */
const ABOUT_MAIL_OR_SENDER = /^[45]\.(?:1\.[78]|2\.3|3\.4|6\.\d+|7\.\d+)$/;
/** Lasting for the mail server, and yet a mailbox that is full may be emptied. */
const FULL_MAILBOX = '5.2.2';
const COMPLAINTS: ReadonlySet<string> = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list']);

/** What a report says of an address; null for what says nothing against it, such as that a mail is late. */
export function bounceOf(report: MailReport): Bounce | null {
  const { detail } = report;
  if (report.kind === 'complaint') {
    return COMPLAINTS.has(report.feedbackType) ? { kind: 'complaint', status: '', detail } : null;
  }
  const { action, status } = report;
  if (action !== 'failed' || !STATUS.test(status) || ABOUT_MAIL_OR_SENDER.test(status)) return null;
  return { kind: kindOf(status), status, detail };
}

/**
 * The same for what the installation's own mail server refused at once. Its word counts only where it says that there is
 * something about the mailbox: a server that was set up wrongly refuses everybody.
 */
export function bounceOfRefusal({ isOfRecipient, code }: MailRefusal, detail: string): Bounce | null {
  const isSaid = LASTING.test(code) && !UNSAID.test(code);
  const isAboutAddress = isOfRecipient && isSaid && !ABOUT_MAIL_OR_SENDER.test(code);
  return isAboutAddress ? { kind: kindOf(code), status: code, detail } : null;
}

/** Faults of mail servers, of networks and of what they said to each other may pass. */
function kindOf(status: string): BounceKind {
  return LASTING.test(status) && status !== FULL_MAILBOX ? 'hard' : 'soft';
}

/** Why an address gets no more mails, by what has come back from it within {@link BOUNCE_LIMITS}; null: it does. */
export function suspensionReason(counts: Readonly<Record<BounceKind, number>>): MailSuspensionReason | null {
  const kinds = ['complaint', 'hard', 'soft'] as const;
  return kinds.find((kind) => counts[kind] >= BOUNCE_LIMITS[kind].count) ?? null;
}
