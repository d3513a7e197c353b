/** Nobody wants an older mail, and mail servers give up after a similar time. */
export const MAIL_LIFE_MS = 2 * 24 * 3_600_000;
export const LONGEST_MAIL_PAUSE_MS = 30 * 60_000;
/** A mail that fails here, and not at the mail server, would do so for ever. */
const MOST_FAULTS = 8;
const LONGEST_FAILURE_TEXT = 500;

/** Why a mail was not handed over: refused for good, put off, or a fault of this service. */
export interface FailedAttempt {
  kind: 'refused' | 'delayed' | 'fault';
  text: string;
  /** This one included. */
  attempts: number;
  ageMs: number;
}

/** What becomes of a mail that was not handed over. @returns the text of a dead letter; null: it is tried again */
export function deadLetterOf({ kind, text, attempts, ageMs }: FailedAttempt): string | null {
  const isOver = kind === 'refused' || (kind === 'fault' && attempts >= MOST_FAULTS) || ageMs > MAIL_LIFE_MS;
  return isOver ? text.slice(0, LONGEST_FAILURE_TEXT) : null;
}
