import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileStore } from '@stoa/storage';

export interface FileToSend {
  files: FileStore;
  key: string;
  headers: Record<string, string>;
  /** How fast it goes. */
  pace: (content: Readable) => Readable;
}

/**
 * Sends a stored file, or the part of it that the client asks for.
 * @returns false if there is no such file; nothing was sent then
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, key, headers, pace }: FileToSend,
): Promise<boolean> {
  const found = await files.stat(key);
  if (!found) return false;
  void reply.headers({ ...headers, 'accept-ranges': 'bytes' });
  const range = rangeOf(request.headers.range, found.size);
  if (range === 'unsatisfiable') {
    await reply
      .code(416)
      .headers({ 'content-range': `bytes */${found.size}` })
      .send('');
    return true;
  }
  const length = range ? range.last - range.first + 1 : found.size;
  void reply.code(range ? 206 : 200).header('content-length', length);
  if (range) void reply.header('content-range', `bytes ${range.first}-${range.last}/${found.size}`);
  if (request.method === 'HEAD') {
    await reply.send('');
    return true;
  }
  const opened = await files.open(key, range);
  if (!opened) return false;
  await reply.send(pace(opened.content));
  return true;
}

/** One range, as players ask for; several are answered with the whole file, which is allowed. */
function rangeOf(
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const last = match[1] === '' ? size - 1 : Math.min(match[2] === '' ? size - 1 : Number(match[2]), size - 1);
  const first = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  return first > last ? 'unsatisfiable' : { first, last };
}
