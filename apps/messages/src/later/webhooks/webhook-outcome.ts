import { OutgoingError } from '@stoa/outgoing-http';

/** Why a call failed, for the conversation and for the owner of the bot. */
export interface CallFailure {
  inConversation: string;
  forOwner: string;
  /** Another attempt may do better. */
  isPassing: boolean;
  /** The service asks for at least so much time. */
  retryAfterSeconds?: number;
}

/** Pauses after the first, second and third failed attempt. */
const PAUSES_SECONDS = [5, 30, 120];

/** How far a call has come. */
export interface CallAge {
  /** That failed. */
  attempts: number;
  /** Since the message. */
  ageSeconds: number;
}

/**
 * @param latestSeconds after the message, in which another attempt may be
 * @returns seconds until the next attempt; null if there is none
 */
export function pauseAfter(
  { isPassing, retryAfterSeconds = 0 }: CallFailure,
  { attempts, ageSeconds }: CallAge,
  latestSeconds: number,
): number | null {
  const pause = isPassing ? PAUSES_SECONDS[attempts - 1] : undefined;
  if (pause === undefined) return null;
  const seconds = Math.max(pause, retryAfterSeconds);
  return ageSeconds + seconds <= latestSeconds ? seconds : null;
}

/**
 * @param status other than of a success
 * @param now milliseconds
 */
export function failureOfStatus(status: number, retryAfter: string | undefined, now = Date.now()): CallFailure {
  return {
    inConversation: `Third party responded with ${status}`,
    forOwner: `The webhook got a response with status code *${status}*.`,
    isPassing: status === 429 || status >= 500,
    retryAfterSeconds: secondsOf(retryAfter, now),
  };
}

/** A date of HTTP, whose zone is always GMT (RFC 9110 5.6.7). */
const DATE = /^[A-Z][a-z]+,? .* GMT$/;

/** What `Retry-After` asks for; undefined where it is nothing that lies ahead. @param text seconds or a date */
function secondsOf(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const seconds = DATE.test(text) ? Math.ceil((Date.parse(text) - now) / 1_000) : Number(text);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** @throws whatever is no failure of the other side */
export function failureOfError(error: unknown, timeoutMs: number): CallFailure {
  if (!(error instanceof OutgoingError) || error.reason === 'aborted') throw error;
  switch (error.reason) {
    case 'refused':
      return {
        inConversation: 'Third party responded with 407',
        forOwner: 'The URL configured for the webhook is for a private or disallowed network.',
        isPassing: false,
      };
    case 'timeout':
      return {
        inConversation: 'Bot is unavailable',
        forOwner: `Request timed out after ${timeoutMs / 1_000} seconds.`,
        isPassing: true,
      };
    case 'size':
      return { inConversation: 'Invalid response format', forOwner: 'The response is too large.', isPassing: false };
    default:
      return {
        inConversation: 'Bot is unavailable',
        forOwner: 'A connection error occurred. Is my bot server down?',
        isPassing: true,
      };
  }
}
