import { ConfigurationError } from '@stoa/config';
import { DomainError, UnavailableError } from '@stoa/errors';
import { UnsuitableDatabaseError } from '@stoa/database';
import { ExitCode } from './exit-codes';

/** The command line asks for something that the tool cannot make sense of. */
export class UsageError extends Error {}

/** What was asked for is refused; the message says why. */
export class RefusedError extends Error {}

/** Records of an archive or of a foreign export that cannot be used, one line each. */
export class BadDataError extends Error {
  constructor(
    message: string,
    readonly problems: readonly string[] = [],
  ) {
    super(message);
  }
}

export interface DescribedFailure {
  exitCode: number;
  /** For scripts: stays the same while texts may change. */
  code: string;
  message: string;
  problems?: readonly string[];
  /** Not foreseen: worth a stack. */
  isFault?: boolean;
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'ECONNRESET',
  'EHOSTUNREACH',
  'CONNECTION_REFUSED',
  'TIMEOUT',
]);

/** What an error means for the tool's caller. */
export function describeFailure(error: unknown): DescribedFailure {
  if (error instanceof UsageError) return { exitCode: ExitCode.Usage, code: 'USAGE', message: error.message };
  if (error instanceof RefusedError) return { exitCode: ExitCode.Refused, code: 'REFUSED', message: error.message };
  if (error instanceof DomainError) return { exitCode: ExitCode.Refused, code: error.code, message: error.message };
  if (error instanceof ConfigurationError) {
    return { exitCode: ExitCode.Configuration, code: 'CONFIGURATION', message: error.message };
  }
  if (error instanceof UnsuitableDatabaseError) {
    return { exitCode: ExitCode.Configuration, code: 'UNSUITABLE_DATABASE', message: error.message };
  }
  if (error instanceof BadDataError) {
    return { exitCode: ExitCode.BadData, code: 'BAD_DATA', message: error.message, problems: error.problems };
  }
  if (error instanceof UnavailableError || isNetworkError(error)) {
    return { exitCode: ExitCode.Unavailable, code: 'UNAVAILABLE', message: messageOf(error) };
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exitCode: ExitCode.Failed, code: 'FAULT', message: text, isFault: true };
}

function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'code' in error && typeof error.code === 'string' && NETWORK_CODES.has(error.code);
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
