import { FetchMessagesRequest, badRequest } from '@stoa/contracts';
import { unsupportedCombination } from '@stoa/http-params';
import type { FetchMessagesParams } from './params/fetch-messages.params';

const LARGEST_ANCHOR = 10_000_000_000_000_000;
const MOST_MESSAGES = 5000;
const KEYWORDS = ['newest', 'oldest', 'first_unread'] as const;

/** The rules of messages.md 8 that parameters alone decide. @throws DomainError with its texts */
export function fetchRequest(
  params: FetchMessagesParams,
  spectator?: FetchMessagesRequest['spectator'],
): FetchMessagesRequest {
  const { messageIds, numBefore, numAfter } = params;
  const count = messageIds ? messageIds.length : numBefore + numAfter;
  if (messageIds && (params.anchor !== undefined || numBefore > 0 || numAfter > 0 || params.useFirstUnreadAnchor)) {
    throw unsupportedCombination([
      'num_before',
      'num_after',
      'anchor',
      'message_ids',
      'include_anchor',
      'use_first_unread_anchor',
    ]);
  }
  const anchor = messageIds ? null : fetchAnchor(params);
  if (count > MOST_MESSAGES) throw badRequest(`Too many messages requested (maximum ${MOST_MESSAGES}).`);
  checkExclusion(params);
  return {
    anchor,
    includeAnchor: params.includeAnchor,
    numBefore,
    numAfter,
    narrow: params.narrow ?? null,
    messageIds: messageIds ?? null,
    clientGravatar: params.clientGravatar,
    applyMarkdown: params.applyMarkdown,
    allowEmptyTopicName: params.allowEmptyTopicName,
    spectator,
  };
}

type WindowParams = Pick<FetchMessagesParams, 'anchor' | 'includeAnchor' | 'numBefore' | 'numAfter'>;

/** The window of a change of flags: cut, where a fetch is refused (messages.md 11). @throws DomainError as a fetch */
export function clampedWindow(
  params: WindowParams,
): Pick<FetchMessagesRequest, 'anchor' | 'includeAnchor' | 'numBefore' | 'numAfter'> {
  checkExclusion(params);
  const { includeAnchor } = params;
  const anchor = fetchAnchor({ ...params, useFirstUnreadAnchor: false });
  const numBefore = Math.min(params.numBefore, Math.max(MOST_MESSAGES - params.numAfter, MOST_MESSAGES / 2));
  return { anchor, includeAnchor, numBefore, numAfter: Math.min(params.numAfter, MOST_MESSAGES - numBefore) };
}

function checkExclusion({ includeAnchor, numBefore, numAfter }: WindowParams): void {
  if (!includeAnchor && numBefore > 0 && numAfter > 0) {
    throw badRequest('The anchor can only be excluded at an end of the range');
  }
}

function fetchAnchor(
  params: Pick<FetchMessagesParams, 'anchor' | 'useFirstUnreadAnchor'>,
): FetchMessagesRequest['anchor'] {
  if (params.useFirstUnreadAnchor) return 'first_unread';
  if (params.anchor === undefined) throw badRequest("Missing 'anchor' argument.");
  const keyword = KEYWORDS.find((candidate) => candidate === params.anchor);
  if (keyword) return keyword;
  if (!/^-?\d+$/.test(params.anchor)) throw badRequest('Invalid anchor');
  return Math.max(0, Math.min(Number(params.anchor), LARGEST_ANCHOR));
}
