import type { IncomingMessage } from 'node:http';

const MOST_DRAINED_BYTES = 64 * 1024 * 1024;
/** What goes by without a pause, as in any body that was taken; then pieces of this size, each after a pause. */
const FREE_BYTES = 256 * 1024;
const PIECE_BYTES = 64 * 1024;
const PAUSE_MS = 20;

/**
 * Lets the rest of a refused body go by, so that its sender gets to read the answer: a connection that is closed while the
 * other side still writes is reset, and the answer lost with it. Nobody gains by haste: 3 MB a second of each connection
 * are read, so that those who send what is refused wait, not those whose requests are taken.
 * @returns false for a body that is too large or of unknown length: its connection must be closed
 */
export function drainBody(request: IncomingMessage): boolean {
  const length = Number(request.headers['content-length'] ?? NaN);
  if (!(length <= MOST_DRAINED_BYTES)) return false;
  if (length > FREE_BYTES) slowDown(request);
  request.resume();
  return true;
}

function slowDown(request: IncomingMessage): void {
  let left = FREE_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left > 0) return;
    left = PIECE_BYTES;
    request.pause();
    setTimeout(() => request.resume(), PAUSE_MS).unref();
  });
}
