import { Readable } from 'node:stream';
import { Dispatcher, request } from 'undici';
import { AddressPolicy } from './address-policy';
import { ACCEPTED_ENCODINGS, decodedBody, readAtMost } from './decoded-body';
import { guardedAgent } from './guarded-agent';
import { DnsResolver, HostResolver } from './host-resolver';
import { OutgoingError, outgoingError } from './outgoing-error';

const MOST_REDIRECTS = 5;
const LONGEST_URL = 8_192;

export interface OutgoingHttpOptions {
  /** Who asks, as the other side sees it. */
  userAgent: string;
  /** Addresses and networks that are allowed although they are not public. */
  allowedAddresses?: readonly string[];
  /** For tests. */
  resolver?: HostResolver;
}

export interface OutgoingRequest {
  url: string;
  /** From the first look-up to the last byte of the body. */
  timeoutMs: number;
  /** Media types that are asked for. */
  accept: string;
  /** Ends it before its time, the reading of the body included. */
  signal?: AbortSignal;
  /** Part of the body, as the header `Range` says it; the body is not compressed then. */
  range?: string;
}

export interface OutgoingPost {
  url: string;
  body: string;
  /** Those of the request besides what every one has. */
  headers: Readonly<Record<string, string>>;
  /** From the first look-up to the last byte of the answer. */
  timeoutMs: number;
  largestBytes: number;
  /** Ends it before its time. */
  signal?: AbortSignal;
}

/** A request of a protocol that says itself what every part of it is: redirects are answers. */
export interface OutgoingExchange {
  method: 'GET' | 'POST';
  url: string;
  /** Of a POST. */
  body?: string;
  /** Those of the request besides what every one has. */
  headers: Readonly<Record<string, string>>;
  /** From the first look-up to the last byte of the answer. */
  timeoutMs: number;
  largestBytes: number;
  /** Ends it before its time. */
  signal?: AbortSignal;
}

export interface ExchangedAnswer {
  status: number;
  /** Of repeated ones the first. */
  header: (name: string) => string | undefined;
  /** Names in lower case; repeated ones with commas between them. */
  headers: Readonly<Record<string, string>>;
  /** Decoded. */
  body: Buffer;
}

export interface PostedAnswer {
  status: number;
  /** As it was sent. */
  retryAfter: string | undefined;
  /** Names in lower case; repeated ones with commas between them. */
  headers: Readonly<Record<string, string>>;
  /** Decoded. */
  body: Buffer;
}

export interface OutgoingResponse {
  status: number;
  /** Where the redirects ended. */
  url: URL;
  /** Media type in lower case, without parameters; '' if there is none. */
  contentType: string;
  /** Of repeated ones the first. */
  header: (name: string) => string | undefined;
  /** Decoded. Must be read or destroyed. */
  body: Readable;
}

/**
 * HTTP to addresses that users name. Goes to the public internet only (see {@link AddressPolicy}), over http and https, on
 * their ports, without credentials, cookies or a referrer; follows a few redirects, each under the same rules; gives up in
 * time. The reader of the body decides how much of it to take.
 */
export class OutgoingHttp {
  private readonly policy: AddressPolicy;
  /** Made when it is needed, as are the packages that it is from. */
  private connections: Dispatcher | undefined;

  /** @throws AddressListError if the list of allowed addresses cannot be read */
  constructor(private readonly options: OutgoingHttpOptions) {
    this.policy = new AddressPolicy(options.allowedAddresses);
  }

  private get agent(): Dispatcher {
    this.connections ??= guardedAgent(this.policy, this.options.resolver ?? new DnsResolver());
    return this.connections;
  }

  /** GET. Any status but a redirect is an answer. @throws OutgoingError */
  async get(asked: OutgoingRequest): Promise<OutgoingResponse> {
    const { signal, forget } = limited(asked);
    try {
      const answer = await this.follow(asked, signal);
      answer.body.once('close', forget);
      return answer;
    } catch (error) {
      forget();
      throw outgoingError(signal.aborted ? signal.reason : error);
    }
  }

  /** POST. Any status is an answer, redirects too, which are not followed. @throws OutgoingError */
  async post(asked: OutgoingPost): Promise<PostedAnswer> {
    const { status, header, headers, body } = await this.exchange({ ...asked, method: 'POST' });
    return { status, retryAfter: header('retry-after'), headers, body };
  }

  /** Any status is an answer, redirects too, which are not followed. @throws OutgoingError */
  async exchange(asked: OutgoingExchange): Promise<ExchangedAnswer> {
    const { signal, forget } = limited(asked);
    try {
      const { statusCode, headers, body } = await request(checkedUrl(asked.url), {
        method: asked.method,
        dispatcher: this.agent,
        signal,
        body: asked.body,
        headers: { 'user-agent': this.options.userAgent, 'accept-encoding': ACCEPTED_ENCODINGS, ...asked.headers },
      });
      body.on('error', () => undefined);
      const read = await readAtMost(decodedBody(body, firstOf(headers['content-encoding'])), asked.largestBytes + 1);
      if (read.length > asked.largestBytes) throw new OutgoingError('size', 'the answer is too large');
      return { status: statusCode, header: (name) => firstOf(headers[name]), headers: joined(headers), body: read };
    } catch (error) {
      throw outgoingError(signal.aborted ? signal.reason : error);
    } finally {
      forget();
    }
  }

  /** Connections are cut. */
  async close(): Promise<void> {
    await this.connections?.destroy();
  }

  private async follow(asked: OutgoingRequest, signal: AbortSignal): Promise<OutgoingResponse> {
    let url = checkedUrl(asked.url);
    for (let hops = 0; ; hops++) {
      const answer = await this.send(url, asked, signal);
      const next = redirectOf(answer, url);
      if (next === null) return responseOf(answer, url);
      answer.body.destroy();
      if (hops === MOST_REDIRECTS) throw new OutgoingError('redirects', 'too many redirects');
      url = next;
    }
  }

  private async send(
    url: URL,
    { accept, range }: OutgoingRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const answer = await request(url, {
      dispatcher: this.agent,
      signal,
      headers: {
        accept,
        'accept-encoding': range === undefined ? ACCEPTED_ENCODINGS : 'identity',
        'accept-language': 'en;q=0.8, *;q=0.5',
        'user-agent': this.options.userAgent,
        ...(range === undefined ? {} : { range }),
      },
    });
    // Readers get errors; a reader that stops causes one as well, which nobody needs to see.
    answer.body.on('error', () => undefined);
    return answer;
  }
}

/** What ends a request: its time, and who asked. */
function limited(asked: { timeoutMs: number; signal?: AbortSignal }): { signal: AbortSignal; forget: () => void } {
  const limit = new AbortController();
  const tooLate = new OutgoingError('timeout', `not done within ${asked.timeoutMs} ms`);
  const timer = setTimeout(() => limit.abort(tooLate), asked.timeoutMs);
  const abort = () => limit.abort(new OutgoingError('aborted', 'given up by who asked'));
  asked.signal?.addEventListener('abort', abort);
  if (asked.signal?.aborted) abort();
  const forget = () => {
    clearTimeout(timer);
    asked.signal?.removeEventListener('abort', abort);
  };
  return { signal: limit.signal, forget };
}

/** @throws OutgoingError `refused` */
function checkedUrl(text: string, base?: URL): URL {
  const url = text.length > LONGEST_URL || !URL.canParse(text, base?.href) ? null : new URL(text, base);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === null || !isWeb) throw new OutgoingError('refused', 'no address of the web');
  // Never sent: they would be somebody's credentials.
  if (url.username !== '' || url.password !== '') throw new OutgoingError('refused', 'the address holds credentials');
  url.hash = '';
  return url;
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null;
  const location = firstOf(headers.location);
  if (location === undefined) throw new OutgoingError('status', 'a redirect to nowhere');
  return checkedUrl(location, from);
}

function responseOf({ statusCode, headers, body }: Dispatcher.ResponseData, url: URL): OutgoingResponse {
  return {
    status: statusCode,
    url,
    contentType: (firstOf(headers['content-type']) ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
    header: (name) => firstOf(headers[name]),
    body: decodedBody(body, firstOf(headers['content-encoding'])),
  };
}

function joined(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat().join(', ')]));
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
