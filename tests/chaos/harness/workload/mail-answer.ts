/** How a gateway took a mail, for who repeats it. */
export type MailAnswer =
  | { kind: 'taken' }
  /** Never: it is not repeated. */
  | { kind: 'refused'; text: string }
  /** Not now; in the words of {@link FailedAttempt}. */
  | { kind: 'later'; failure: string };

/** @param response such as `451 4.3.0 Try again later`; '' for a mail that was taken */
export function mailAnswerOf(response: string): MailAnswer {
  if (response === '') return { kind: 'taken' };
  // The process goes away: its port closes next.
  if (response.startsWith('421')) return { kind: 'later', failure: 'network 421' };
  // What a request would have been answered for the same reason.
  if (/^4\d\d/.test(response)) return { kind: 'later', failure: `503 ${response.slice(0, 3)}` };
  return { kind: 'refused', text: response };
}

/** @param error of a connection that ended, or never began */
export function mailFailureOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  return code === 'ETIMEDOUT' ? 'no answer' : `network ${code}`;
}
