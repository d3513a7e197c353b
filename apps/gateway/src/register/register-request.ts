import { NO_CAPABILITIES, RegisterRequest, badRequest } from '@stoa/contracts';
import { validateQueueNarrow } from '@stoa/narrow';
import { RegisterParams } from './register.params';

export interface RegisterCaller {
  realmId: number;
  isAnonymous: boolean;
  userAgent: string | undefined;
}

/**
 * What the service is asked, from decoded parameters.
 * @throws DomainError with a text of realtime.md 1.2
 */
export function registerRequest(params: RegisterParams, caller: RegisterCaller): Omit<RegisterRequest, 'known'> {
  if (caller.isAnonymous) checkAnonymous(params);
  const eventTypes = params.eventTypes ?? null;
  return {
    realmId: caller.realmId,
    applyMarkdown: params.applyMarkdown,
    clientGravatar: params.clientGravatar ?? !caller.isAnonymous,
    includeSubscribers: params.includeSubscribers,
    slimPresence: params.slimPresence,
    presenceHistoryLimitDays: params.presenceHistoryLimitDays,
    eventTypes,
    fetchEventTypes: params.fetchEventTypes ?? eventTypes,
    allPublicStreams: params.allPublicStreams ?? null,
    capabilities: { ...NO_CAPABILITIES, ...params.clientCapabilities },
    narrow: params.narrow ? queueNarrow(params.narrow) : null,
    queueLifespanSeconds: Math.max(0, params.queueLifespanSecs),
    withoutPronouns: isOldMobileApp(caller.userAgent),
  };
}

function checkAnonymous(params: RegisterParams): void {
  if (params.clientGravatar) throw badRequest("Invalid 'client_gravatar' parameter for anonymous request");
  if (params.includeSubscribers !== 'false') {
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
