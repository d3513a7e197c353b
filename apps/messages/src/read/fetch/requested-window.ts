import type { FetchMessagesRequest } from '@stoa/contracts/messages';
import { badRequest } from '@stoa/errors';
import { unsupportedCombination } from '@stoa/http-params';

const LARGEST_ANCHOR = 10_000_000_000_000_000;
const MOST_MESSAGES = 5000;
const KEYWORDS = ['newest', 'oldest', 'first_unread'] as const;

/** A window as it is asked for: how many messages before and after which one. */
export interface RequestedWindow {
  anchor: number | (typeof KEYWORDS)[number];
  includeAnchor: boolean;
  numBefore: number;
  numAfter: number;
}

type WindowParams = Pick<FetchMessagesRequest, 'anchor' | 'include_anchor' | 'num_before' | 'num_after'>;

/**
 * The rules of messages.md 8 that parameters alone decide.
 * @returns null where the request names its messages
 * @throws DomainError with the texts of messages.md 8
 */
export function requestedWindow(request: FetchMessagesRequest): RequestedWindow | null {
  const { anchor, message_ids: ids, num_before: numBefore, num_after: numAfter, use_first_unread_anchor } = request;
  const count = ids ? ids.length : numBefore + numAfter;
  if (ids && (anchor !== undefined || numBefore > 0 || numAfter > 0 || use_first_unread_anchor)) {
    throw unsupportedCombination([
      'num_before',
      'num_after',
      'anchor',
      'message_ids',
      'include_anchor',
      'use_first_unread_anchor',
    ]);
  }
  const from = ids ? null : use_first_unread_anchor ? 'first_unread' : requestedAnchor(anchor);
  if (count > MOST_MESSAGES) throw badRequest(`Too many messages requested (maximum ${MOST_MESSAGES}).`);
  checkExclusion(request);
  return from === null ? null : { anchor: from, includeAnchor: request.include_anchor, numBefore, numAfter };
}

/** The window of a change of flags: cut, where a fetch is refused (messages.md 11). @throws DomainError as a fetch */
export function clampedWindow(request: WindowParams): RequestedWindow {
  checkExclusion(request);
  const { num_before, num_after } = request;
  const anchor = requestedAnchor(request.anchor);
  const numBefore = Math.min(num_before, Math.max(MOST_MESSAGES - num_after, MOST_MESSAGES / 2));
  const numAfter = Math.min(num_after, MOST_MESSAGES - numBefore);
  return { anchor, includeAnchor: request.include_anchor, numBefore, numAfter };
}

function checkExclusion({ include_anchor, num_before, num_after }: WindowParams): void {
  if (!include_anchor && num_before > 0 && num_after > 0) {
    throw badRequest('The anchor can only be excluded at an end of the range');
  }
}

function requestedAnchor(anchor: string | undefined): RequestedWindow['anchor'] {
  if (anchor === undefined) throw badRequest("Missing 'anchor' argument.");
  const keyword = KEYWORDS.find((candidate) => candidate === anchor);
  if (keyword) return keyword;
  if (!/^-?\d+$/.test(anchor)) throw badRequest('Invalid anchor');
  return Math.max(0, Math.min(Number(anchor), LARGEST_ANCHOR));
}
