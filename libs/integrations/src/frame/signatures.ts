import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Delivery } from './delivery';
import { Payload } from './payload';

/** Whether the delivery was signed with the secret. @param now milliseconds */
export interface Signature {
  /** For the page of the integration. */
  description: string;
  verify(delivery: Delivery, secret: string, now: number): boolean;
}

/** Older or newer deliveries may be somebody's repetition. */
const TOLERANCE_MS = 300_000;

interface HmacOptions {
  /** In front of the digest in the header. */
  prefix?: string;
  encoding?: 'hex' | 'base64';
}

/** HMAC-SHA256 over the bytes of the body. */
export function hmacOfBody(header: string, { prefix = '', encoding = 'hex' }: HmacOptions = {}): Signature {
  return {
    description: `HMAC-SHA256 of the body in the header \`${header}\``,
    verify: ({ headers, body }, secret) => {
      const given = headers[header.toLowerCase()] ?? '';
      return isEqual(given, prefix + hmac(secret, [body]).toString(encoding));
    },
  };
}

/** HMAC-SHA256 over the bytes of the body, of which the header may list several: `v1=…,v1=…`. */
export function listedHmacOfBody(header: string): Signature {
  return {
    description: `HMAC-SHA256 of the body in the header \`${header}\`, where any of several may fit`,
    verify: ({ headers, body }, secret) => {
      const expected = hmac(secret, [body]).toString('hex');
      return listedValues(headers[header.toLowerCase()], 'v1').some((given) => isEqual(given, expected));
    },
  };
}

/** HMAC-SHA256 over time and body. @param parse time in seconds or milliseconds, and the signatures of which one must fit */
export function hmacOfTimeAndBody(
  description: string,
  parse: (headers: Delivery['headers']) => { time: string; signatures: readonly string[] },
  { separator = '.', prefix = '', encoding = 'hex' }: HmacOptions & { separator?: string } = {},
): Signature {
  return {
    description,
    verify: ({ headers, body }, secret, now) => {
      const { time, signatures } = parse(headers);
      if (!isRecent(time, now)) return false;
      const expected = prefix + hmac(secret, [time, separator, body]).toString(encoding);
      return signatures.some((given) => isEqual(given, expected));
    },
  };
}

/** A signature that is good for a short time after the one that the body names. @param field milliseconds since 1970 */
export function recentByBody(signature: Signature, field: string, toleranceMs: number): Signature {
  return {
    description: `${signature.description}, within ${toleranceMs / 1_000} s of its \`${field}\``,
    verify: (delivery, secret, now) => {
      if (!signature.verify(delivery, secret, now)) return false;
      const time = valueIn(delivery.body, field);
      return typeof time === 'number' && Math.abs(now - time) <= toleranceMs;
    },
  };
}

/** Undefined also in a body that is not JSON. */
function valueIn(body: Buffer, field: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return undefined;
  }
  return new Payload(value).node(field).value;
}

/** The secret itself. */
export function tokenIn(header: string): Signature {
  return {
    description: `the secret in the header \`${header}\``,
    verify: ({ headers }, secret) => isEqual(headers[header.toLowerCase()] ?? '', secret),
  };
}

export function anyOf(...signatures: readonly Signature[]): Signature {
  return {
    description: signatures.map(({ description }) => description).join(', or '),
    verify: (delivery, secret, now) => signatures.some((signature) => signature.verify(delivery, secret, now)),
  };
}

/** `t=1,v1=abc,v1=def` to its names and values. */
export function listedValues(text: string | undefined, name: string): string[] {
  return (text ?? '').split(',').flatMap((part) => {
    const [key = '', ...value] = part.trim().split('=');
    return key === name ? [value.join('=')] : [];
  });
}

function hmac(secret: string, parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHmac('sha256', secret);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Seconds, milliseconds or ISO 8601. */
function isRecent(time: string, now: number): boolean {
  const number = Number(time);
  const millis = Number.isNaN(number) ? Date.parse(time) : number < 1e11 ? number * 1_000 : number;
  return time !== '' && Math.abs(now - millis) <= TOLERANCE_MS;
}

function isEqual(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
