import type { FetchMessagesRequest } from '@stoa/contracts/messages';
import { DomainError, badRequest } from '@stoa/errors';
import { parseTime } from '@stoa/markdown';
import { paramErrors, unsupportedCombination } from '@stoa/http-params';

const LARGEST_ANCHOR = 10_000_000_000_000_000;
const MOST_MESSAGES = 5000;
const KEYWORDS = ['newest', 'oldest', 'first_unread'] as const;

/** A window as it is asked for: how many messages before and after which one, or after which moment. */
export interface RequestedWindow {
  anchor: number | (typeof KEYWORDS)[number] | Date;
  includeAnchor: boolean;
  numBefore: number;
  numAfter: number;
}

type WindowParams = Pick<FetchMessagesRequest, 'anchor' | 'include_anchor' | 'num_before' | 'num_after'>;

/**
 * The rules of messages.md 8 that parameters alone decide.
 * @returns the window, or the messages that the request names instead of one
 * @throws DomainError with the texts of messages.md 8
 */
export function requestedMessages(request: FetchMessagesRequest): RequestedWindow | { messageIds: readonly number[] } {
  const { anchor, message_ids: messageIds, num_before: numBefore, num_after: numAfter } = request;
  const isFirstUnread = request.use_first_unread_anchor;
  if (messageIds) {
    if (anchor !== undefined || numBefore > 0 || numAfter > 0 || isFirstUnread) throw namesAndRange();
    checkCount(messageIds.length);
    return { messageIds };
  }
  const from = isFirstUnread ? 'first_unread' : anchor === 'date' ? requestedDate(request) : requestedAnchor(anchor);
  checkCount(numBefore + numAfter);
  checkExclusion(request);
  return { anchor: from, includeAnchor: request.include_anchor, numBefore, numAfter };
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

function namesAndRange(): DomainError {
  return unsupportedCombination([
    'num_before',
    'num_after',
    'anchor',
    'message_ids',
    'include_anchor',
    'use_first_unread_anchor',
  ]);
}

function checkCount(count: number): void {
  if (count > MOST_MESSAGES) throw badRequest(`Too many messages requested (maximum ${MOST_MESSAGES}).`);
}

function checkExclusion({ include_anchor, num_before, num_after }: WindowParams): void {
  if (!include_anchor && num_before > 0 && num_after > 0) {
    throw badRequest('The anchor can only be excluded at an end of the range');
  }
}

/** @throws DomainError for a date that is missing, or none */
function requestedDate({ anchor_date: date }: FetchMessagesRequest): Date {
  if (date === undefined) throw paramErrors.missing('anchor_date');
  const moment = parseTime(date);
  if (moment === null) throw badRequest('Invalid anchor_date');
  return new Date(moment);
}

function requestedAnchor(anchor: string | undefined): Exclude<RequestedWindow['anchor'], Date> {
  if (anchor === undefined) throw badRequest("Missing 'anchor' argument.");
  const keyword = KEYWORDS.find((candidate) => candidate === anchor);
  if (keyword) return keyword;
  if (!/^-?\d+$/.test(anchor)) throw badRequest('Invalid anchor');
  return Math.max(0, Math.min(Number(anchor), LARGEST_ANCHOR));
}
