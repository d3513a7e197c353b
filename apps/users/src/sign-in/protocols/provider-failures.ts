import { AuthorizationResponseError } from 'openid-client';
import { causesOf, providerErrorText } from '../../shared/outgoing/provider-errors';
import { SignInFailure } from './sign-in-failure';

/**
 * Does a step of a protocol. What the provider answers, or fails to, is a {@link SignInFailure}; faults of this service go
 * on as they are.
 */
export async function withProviderFailures<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof SignInFailure || !isProviderFailure(error)) throw error;
    const isDeclined = error instanceof AuthorizationResponseError;
    throw new SignInFailure(isDeclined ? 'declined' : 'provider-failed', failureOf(error), { cause: error });
  }
}

/** What went wrong, in English, for owners and logs; nothing of what the provider sent but the code of its error. */
export function failureOf(error: unknown): string {
  const causes = causesOf(error);
  const described = causes.map(descriptionOf).filter((text) => text !== undefined);
  // Libraries wrap what happened; the innermost says what it was.
  return described.at(-1) ?? 'its answer is not as it must be';
}

function descriptionOf(error: Error): string | undefined {
  return error instanceof SignInFailure ? error.message : providerErrorText(error);
}

function isProviderFailure(error: unknown): boolean {
  return causesOf(error).some((cause) => descriptionOf(cause) !== undefined);
}
