import { UnavailableError } from '@stoa/errors';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const PRISMA_WRITE_CONFLICT = 'P2034';
const LOCK_NOT_AVAILABLE = '55P03';
/** Of a query and of a transaction that failed in a way that Prisma has no code for. */
const PRISMA_ANY_ERROR = new Set(['P2010', 'P2039']);

// Connection exceptions, resources that are used up (connections, disk, memory), the server starting or stopping, input and
// output errors of its disk.
const SERVER_GONE = /^(08...|53...|57P0[1-5]|58030)$/;
const SOCKET_GONE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
  'EHOSTUNREACH',
]);
const PRISMA_UNREACHABLE = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028']);
/** What the driver adapter of Prisma makes of the same where it begins or commits a transaction. */
const ADAPTER_UNREACHABLE = new Set([
  'ConnectionClosed',
  'SocketTimeout',
  'DatabaseNotReachable',
  'TooManyConnections',
]);
const CONNECTION_TEXTS =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

function property(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

/** What the driver said, of an error of Prisma's adapter or of one that Prisma has put around it. */
function driverCause(error: unknown): unknown {
  return property(property(property(error, 'meta'), 'driverAdapterError') ?? error, 'cause');
}

/** SQLSTATE, Prisma code or system code of an error or of the driver error inside it. */
export function errorCode(error: unknown): string | undefined {
  const code = property(error, 'code');
  if (typeof code === 'string' && !PRISMA_ANY_ERROR.has(code)) return code;
  const inner = property(driverCause(error), 'originalCode') ?? code;
  return typeof inner === 'string' ? inner : undefined;
}

/** The transaction lost against another one and may be run again. */
export function isRetryable(error: unknown): boolean {
  const code = errorCode(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED || code === PRISMA_WRITE_CONFLICT;
}

/** A row with this key exists; `index` limits it to one index (by its name). */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  const code = errorCode(error);
  if (code === UNIQUE_VIOLATION) return index === undefined || property(error, 'constraint') === index;
  if (code !== 'P2002') return false;
  return index === undefined || JSON.stringify(property(error, 'meta') ?? {}).includes(`"${index}"`);
}

/**
 * Errors that mean that the database cannot be reached, or that a lock could not be had in time, become
 * {@link UnavailableError} (HTTP 503); others stay as they are.
 */
export function unavailableOr(error: unknown): unknown {
  const code = errorCode(error) ?? '';
  if (code === LOCK_NOT_AVAILABLE) return new UnavailableError('Others hold a lock for too long', { cause: error });
  const message = error instanceof Error ? error.message : '';
  const kind = property(driverCause(error), 'kind');
  const gone =
    SERVER_GONE.test(code) ||
    SOCKET_GONE.has(code) ||
    PRISMA_UNREACHABLE.has(code) ||
    ADAPTER_UNREACHABLE.has(String(kind)) ||
    CONNECTION_TEXTS.test(message);
  return gone ? new UnavailableError('The database is not reachable', { cause: error }) : error;
}
