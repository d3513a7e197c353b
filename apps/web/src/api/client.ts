import type { EndpointDeclaration, RequestOf } from '@stoa/contracts/rpc';
import type { Static } from '@sinclair/typebox';
import { RequestFailed, RequestRefused } from './failures';
import { ApartParser } from './large/parse-apart';
import { noteServerDate } from './server-clock';

/** What `plugins/contracts.ts` leaves of a declaration; the declaration's own type says what may be asked and answered. */
interface RequestForm {
  method: string;
  path: string;
  raw: readonly string[];
  files: readonly string[];
  /** Where it is served: what hands out keys is for other clients, so it stands beside them. */
  prefix: string;
}

/** Parameters by their names on the wire; those with a default may be left out, which the service checks. */
export type RequestTo<E extends EndpointDeclaration> = Partial<RequestOf<E>>;
export type AnswerOf<E extends EndpointDeclaration> = Static<E['response']> & {
  /** Parameters that the service does not know. */
  ignored_parameters_unsupported?: string[];
};

export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds until the request is given up: 30,000 unless set. */
  timeoutMs?: number;
  headers?: Record<string, string>;
  /** The request outlives the page. */
  keepalive?: boolean;
  /** The answer may be so large that parsing it would hold the page up: that is then done beside the page. */
  mayBeLarge?: true;
  /** Sent along; for endpoints that take files under any name. */
  files?: readonly Blob[];
}

const DEFAULT_TIMEOUT_MS = 30_000;
const STREAM = 'text/event-stream';
/** A header that no form and no foreign page can send without asking first (docs/decisions, browser sessions). */
const CHANGING_HEADERS = { 'X-CSRFToken': 'stoa-web' };

function isForm(endpoint: EndpointDeclaration): endpoint is EndpointDeclaration & RequestForm {
  return 'raw' in endpoint;
}

function written(name: string, value: unknown, form: RequestForm): string {
  return typeof value === 'string' && form.raw.includes(name) ? value : JSON.stringify(value);
}

function fill(path: string, form: RequestForm, request: Record<string, unknown>): [string, [string, unknown][]] {
  const rest = { ...request };
  const place = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(written(name, value, form).replace(/^"|"$/g, ''));
  });
  return [place, Object.entries(rest).filter(([, value]) => value !== undefined)];
}

function bodyOf(form: RequestForm, values: [string, unknown][], files: readonly Blob[] = []): BodyInit {
  if (files.length > 0 || form.files.length > 0 || values.some(([, value]) => value instanceof Blob)) {
    const body = new FormData();
    for (const [name, value] of values) body.append(name, value instanceof Blob ? value : written(name, value, form));
    for (const file of files) body.append('file', file);
    return body;
  }
  return new URLSearchParams(values.map(([name, value]) => [name, written(name, value, form)]));
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? 'none');
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

/** Answers of fewer bytes are parsed before anybody could notice. */
const LARGE_BYTES = 1024 * 1024;

/** @returns undefined where no worker can be started */
function startParser(): ApartParser | undefined {
  try {
    return new ApartParser();
  } catch {
    return undefined;
  }
}

/** @throws SyntaxError for what is no JSON */
async function parsedLarge(response: Response): Promise<unknown> {
  const told = Number(response.headers.get('content-length') ?? 'none');
  if (told < LARGE_BYTES) return JSON.parse(await response.text());
  // Its worker starts while the answer comes. Where there is none, as when an upgrade took its file, the page parses:
  // what starts it is loaded with the page, whose parts are not to be missed in the middle of a start (api/parts.ts).
  const parser = startParser();
  try {
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength < LARGE_BYTES) return JSON.parse(new TextDecoder().decode(bytes));
    return parser ? await parser.parse(bytes) : JSON.parse(new TextDecoder().decode(bytes));
  } finally {
    parser?.end();
  }
}

async function read(response: Response, mayBeLarge: boolean): Promise<Record<string, unknown>> {
  try {
    const body: unknown = mayBeLarge ? await parsedLarge(response) : JSON.parse(await response.text());
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new RequestFailed(`answered ${response.status} without JSON`, { retryAfterMs: retryAfterMs(response) });
}

async function send<E extends EndpointDeclaration>(
  endpoint: E,
  request: RequestTo<E>,
  { signal, timeoutMs, headers = {}, keepalive, files = [] }: CallOptions,
): Promise<Response> {
  if (!isForm(endpoint)) throw new Error(`${endpoint.path} was not prepared by plugins/contracts.ts`);
  const [path, values] = fill(endpoint.path, endpoint, request);
  const isRead = endpoint.method === 'GET';
  const query = isRead && values.length > 0 ? `?${String(bodyOf({ ...endpoint, files: [] }, values))}` : '';
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const signals = [signal, timeout].filter((each) => each !== undefined);
  const sentAt = Date.now();
  try {
    const response = await fetch(`${endpoint.prefix}${path}${query}`, {
      method: endpoint.method,
      body: isRead || values.length + files.length === 0 ? undefined : bodyOf(endpoint, values, files),
      headers: { ...headers, ...(isRead ? {} : CHANGING_HEADERS) },
      credentials: 'same-origin',
      signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
      keepalive,
    });
    noteServerDate(response.headers.get('date'), sentAt, Date.now());
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestFailed(timeout?.aborted ? `no answer within ${timeoutMs} ms` : 'no connection', { cause: error });
  }
}

async function answerOf<E extends EndpointDeclaration>(response: Response, mayBeLarge = false): Promise<AnswerOf<E>> {
  const body = await read(response, mayBeLarge && response.ok);
  if (response.ok) return body as AnswerOf<E>;
  const retryAfter = retryAfterMs(response);
  if (response.status >= 500) {
    throw new RequestFailed(`answered ${response.status}`, { retryAfterMs: retryAfter });
  }
  throw new RequestRefused(response.status, body, retryAfter);
}

/**
 * Asks the service, with the session's cookie.
 * @throws RequestRefused for an answer that says no: repeating the request as it is does not help (429 apart)
 * @throws RequestFailed when there was no answer, or none that says anything: network, timeout, 5xx
 */
export async function call<E extends EndpointDeclaration>(
  endpoint: E,
  request: RequestTo<E>,
  { timeoutMs = DEFAULT_TIMEOUT_MS, mayBeLarge, ...options }: CallOptions = {},
): Promise<AnswerOf<E>> {
  return answerOf<E>(await send(endpoint, request, { ...options, timeoutMs }), mayBeLarge);
}

/**
 * Asks for an answer that goes on until the signal ends it.
 * @returns its bytes, or the answer of a service that gives it at once
 * @throws as {@link call}
 */
export async function open<E extends EndpointDeclaration>(
  endpoint: E,
  request: RequestTo<E>,
  options: Pick<CallOptions, 'signal'>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | AnswerOf<E>> {
  const response = await send(endpoint, request, { ...options, headers: { accept: STREAM } });
  const isStream = response.ok && response.headers.get('content-type')?.startsWith(STREAM);
  return isStream && response.body ? response.body : answerOf<E>(response);
}
