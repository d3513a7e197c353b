import type { OutgoingHttp } from '@stoa/outgoing-http';
import type { CustomFetch } from 'openid-client';

export const PROVIDER_WAIT_MS = 8_000;
/** Of key sets and metadata; larger ones are nobody's. */
const LARGEST_BYTES = 1_048_576;

/** The fetch of protocol libraries, which connects only to where the service may (docs/operate/outgoing-requests.md). */
export function guardedFetch(outgoing: OutgoingHttp): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    if (method !== 'GET' && method !== 'POST') throw new Error(`no protocol of sign-in needs ${method}`);
    const answer = await outgoing.exchange({
      method,
      url,
      headers,
      body: textOf(body),
      timeoutMs: PROVIDER_WAIT_MS,
      largestBytes: LARGEST_BYTES,
      signal,
    });
    const type = answer.header('content-type');
    const hasBody = answer.status !== 204 && answer.status !== 304;
    return new Response(hasBody ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('requests of sign-ins are forms');
}
