import { ResponseBodyError } from 'openid-client';
import { causesOf, providerErrorText } from '../../shared/outgoing/provider-errors';

/** What Zoom answers where the app of the installation is wrong, whoever asks. */
const OF_THE_APP = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type'];
const TOO_MANY_REQUESTS = 429;

/** Whether Zoom said no to a person's token: another attempt with it would be in vain. */
export function isRefusal(error: unknown): boolean {
  return causesOf(error).some(
    (cause) =>
      cause instanceof ResponseBodyError &&
      cause.status < 500 &&
      cause.status !== TOO_MANY_REQUESTS &&
      !OF_THE_APP.includes(cause.error),
  );
}

/**
 * Why Zoom said no, could not be reached, or gave an answer that is none: for logs.
 * @returns undefined for other errors, which are faults of this service
 */
export function zoomFailureOf(error: unknown): string | undefined {
  return causesOf(error)
    .flatMap((cause) => providerErrorText(cause) ?? [])
    .at(-1);
}
