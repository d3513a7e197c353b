import type { IncomingMessage } from 'node:http';

const MOST_DRAINED_BYTES = 64 * 1024 * 1024;

/**
 * Lets the rest of a refused body go by, so that its sender gets to read the answer: a connection that is closed while the
 * other side still writes is reset, and the answer lost with it.
 * @returns false for a body that is too large or of unknown length: its connection must be closed
 */
export function drainBody(request: IncomingMessage): boolean {
  const length = Number(request.headers['content-length'] ?? NaN);
  if (!(length <= MOST_DRAINED_BYTES)) return false;
  request.resume();
  return true;
}
