import type { Readable } from 'node:stream';
import { protocolErrors } from '@stoa/http-params';
import type { FastifyRequest } from 'fastify';
import { LARGEST_STRANGER_BODY_BYTES } from '../overload/body-budget';
import { drainBody } from './unread-body';

/** A large body that waits in its connection until it is known whether it is worth to be read. */
export class UnreadForm {
  /**
   * @param bytes as many as were announced, or as may come
   * @param isForm false for a type that is not read at all
   */
  constructor(
    private readonly stream: Readable,
    readonly bytes: number,
    private readonly isForm: boolean,
  ) {}

  /** @throws DomainError 415 for what is no form, 413 when more comes than may */
  async read(): Promise<Buffer> {
    if (!this.isForm) throw protocolErrors.unsupportedMediaType();
    const body = await collect(this.stream, this.bytes);
    if (!body) throw protocolErrors.bodyTooLarge(this.bytes);
    return body;
  }
}

/**
 * What strangers may send too is read at once; more stays where it is: reading 2 MB that are then refused costs as much as
 * answering some hundred requests.
 * @param limit of all bodies, in bytes
 * @throws DomainError 413 for more than that
 */
export async function firstOf(
  { headers }: FastifyRequest,
  stream: Readable,
  { limit, isForm }: { limit: number; isForm: boolean },
): Promise<Buffer | UnreadForm> {
  const length = headers['content-length'];
  const announced = length === undefined ? undefined : Number(length);
  if (announced !== undefined && announced > limit) throw protocolErrors.bodyTooLarge(limit);
  const isLarge = announced !== undefined && announced > LARGEST_STRANGER_BODY_BYTES;
  const body = isLarge ? undefined : await collect(stream, LARGEST_STRANGER_BODY_BYTES);
  return body ?? new UnreadForm(stream, announced ?? limit, isForm);
}

/**
 * Lets a body go by that will not be read.
 * @returns whether the connection must be closed after the answer, as nobody knows how much comes
 */
export function passUnreadForm({ body, raw }: FastifyRequest): { mustClose: boolean } {
  if (!(body instanceof UnreadForm) || raw.readableEnded || drainBody(raw)) return { mustClose: false };
  raw.resume();
  return { mustClose: true };
}

/** Reads up to a number of bytes. @returns undefined if there are more: then all of them are in the stream again, paused */
function collect(stream: Readable, most: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      stream.off('data', take).off('end', finish).off('error', fail).off('close', fail);
    };
    const take = (piece: Buffer): void => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes <= most) return;
      leave();
      stream.pause();
      stream.unshift(Buffer.concat(pieces, bytes));
      resolve(undefined);
    };
    const finish = (): void => {
      leave();
      resolve(Buffer.concat(pieces, bytes));
    };
    const fail = (): void => {
      leave();
      reject(protocolErrors.malformedRequest());
    };
    stream.on('data', take).once('end', finish).once('error', fail).once('close', fail);
    stream.resume();
  });
}
