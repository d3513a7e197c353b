import { RpcContract } from '@stoa/contracts/rpc';
import { DomainError, UnavailableError } from '@stoa/errors';
import { TraceParent } from '@stoa/observability';
import { CallContext } from './call-context';

/** First byte of a reply: what the rest is. */
export const ReplyKind = { Success: 0x30, DomainError: 0x31, Fault: 0x32, Unavailable: 0x33, Chunked: 0x34 } as const;

/** Largest reply sent in one piece, in bytes: below the 1 MiB that a NATS server allows by default. */
export const LARGEST_REPLY_BYTES = 512 * 1024;

/** Reply of kind Chunked: where its pieces can be fetched. */
export interface ChunkedReply {
  subject: string;
  id: string;
  chunks: number;
}

export interface RequestEnvelope {
  context: CallContext;
  request: unknown;
  /** The caller's span; only of sampled traces. */
  trace?: TraceParent;
  /** No client asked for it. */
  isBackground?: true;
  /** Milliseconds until the deadline when it was sent: what counts where the two clocks disagree. */
  leftMs?: number;
}

/** A request is not under way for longer than this, besides the time that it has left: an older one is of another clock. */
const LONGEST_LATENESS_MS = 60_000;
/** What counts of the time left: uploads have minutes, and no call waits for so long. */
const LONGEST_COUNTED_LEFT_MS = 30_000;

export function encodeRequest(envelope: RequestEnvelope): Buffer {
  return Buffer.from(JSON.stringify({ ...envelope, leftMs: envelope.context.deadlineAt - Date.now() }));
}

/** A request whose deadline is by this process's own clock. @throws SyntaxError for text that is no JSON */
export function decodeRequest(data: Uint8Array): RequestEnvelope {
  const envelope: RequestEnvelope = JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString());
  const { context, leftMs } = envelope;
  if (leftMs === undefined) return envelope;
  const now = Date.now();
  const own = now + leftMs;
  const ageMs = now - (context.deadlineAt - leftMs);
  const isOtherClock = ageMs < 0 || ageMs > LONGEST_LATENESS_MS + Math.min(leftMs, LONGEST_COUNTED_LEFT_MS);
  return isOtherClock ? { ...envelope, context: { ...context, deadlineAt: own } } : envelope;
}

export function encodeReply(kind: number, body: string | Buffer): Buffer {
  if (typeof body === 'string') {
    const reply = Buffer.allocUnsafe(1 + Buffer.byteLength(body));
    reply[0] = kind;
    reply.write(body, 1);
    return reply;
  }
  return Buffer.concat([Buffer.of(kind), body]);
}

/** Thrown at the caller when the callee failed without an answer for clients; the callee has logged it. */
export class RemoteFault extends Error {
  constructor(subject: string) {
    super(`${subject} failed`);
    this.name = 'RemoteFault';
  }
}

export function errorReply(error: unknown): Buffer {
  if (error instanceof DomainError) return encodeReply(ReplyKind.DomainError, JSON.stringify(error.serialize()));
  if (error instanceof UnavailableError) {
    const { message, retryAfterSeconds } = error;
    return encodeReply(ReplyKind.Unavailable, JSON.stringify({ message, retryAfterSeconds }));
  }
  return encodeReply(ReplyKind.Fault, '{}');
}

export function isExpected(error: unknown): boolean {
  return error instanceof DomainError || error instanceof UnavailableError;
}

/** Attributes of a call's spans. */
export function rpcAttributes({ subject }: RpcContract): Record<string, string> {
  return { 'rpc.system': 'nats', 'rpc.method': subject };
}
