import type { RequestOf } from '@stoa/contracts/rpc';
import { type FragmentFields, NO_CAPABILITIES, type RegisterRequest, type registerQueue } from '@stoa/contracts/users';
import { badRequest } from '@stoa/errors';
import { validateQueueNarrow } from '@stoa/narrow';

type RegisterParams = RequestOf<typeof registerQueue>;

export interface RegisterCaller {
  realmId: number;
  isAnonymous: boolean;
  isBrowser: boolean;
  userAgent: string | undefined;
}

/**
 * What the service is asked, from decoded parameters.
 * @throws DomainError with a text of realtime.md 1.2
 */
export function registerRequest(
  params: RegisterParams,
  caller: RegisterCaller,
): Omit<RegisterRequest, keyof FragmentFields> {
  if (caller.isAnonymous) checkAnonymous(params);
  return {
    ...params,
    realm_id: caller.realmId,
    client_gravatar: params.client_gravatar ?? !caller.isAnonymous,
    fetch_event_types: params.fetch_event_types ?? params.event_types,
    client_capabilities: { ...NO_CAPABILITIES, ...params.client_capabilities },
    narrow: params.narrow && queueNarrow(params.narrow),
    queue_lifespan_secs: Math.max(0, params.queue_lifespan_secs),
    is_browser: caller.isBrowser,
    without_pronouns: isOldMobileApp(caller.userAgent),
  };
}

function checkAnonymous(params: RegisterParams): void {
  if (params.client_gravatar) throw badRequest("Invalid 'client_gravatar' parameter for anonymous request");
  if (params.include_subscribers !== 'false') {
    throw badRequest("Invalid 'include_subscribers' parameter for anonymous request");
  }
}

function queueNarrow(pairs: [string, string][]): [string, string][] {
  const result = validateQueueNarrow(pairs);
  if (!result.ok) throw badRequest(result.msg);
  return result.narrow.map(([operator, operand]) => [operator, operand]);
}

/** First version of the mobile app that knows profile fields of the type pronouns (realtime.md 1.3). */
const PRONOUNS_SINCE = [27, 192] as const;

export function isOldMobileApp(userAgent: string | undefined): boolean {
  const match = /^ZulipMobile\/(\d+)\.(\d+)/.exec(userAgent ?? '');
  if (!match) return false;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return major < PRONOUNS_SINCE[0] || (major === PRONOUNS_SINCE[0] && minor < PRONOUNS_SINCE[1]);
}
