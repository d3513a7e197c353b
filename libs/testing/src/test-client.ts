import { createParser } from 'eventsource-parser';
import { Agent, Dispatcher, FormData, request as sendRequest, setGlobalDispatcher } from 'undici';
import { ResponseChecker } from './response-checker';
import { coverage } from './coverage-recorder';
import { checkEvents, declaredEvents } from './event-checker';

/*
 * Node.js has the same client built in, and the one that is loaded first sends the requests of both. The one that is built
 * in sends nothing of a form that the package has made, and the server waits for it.
 */
setGlobalDispatcher(new Agent());

/** Values as a caller has them; what is not text is sent as the API wants it (JSON text). */
export type ParameterValue = string | number | boolean | null | undefined | readonly unknown[] | object;
export type Parameters = Record<string, ParameterValue>;

export interface TestResponse {
  status: number;
  headers: Headers;
  /** The answer's fields. */
  body: ResponseBody;
}

/** Parsed JSON of the service; its shape was checked against the API document. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read any field; the checker has validated them
export type ResponseBody = any;

export interface RequestOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** multipart/form-data instead of a form; needed for files. */
  files?: Record<string, { name: string; content: Uint8Array; type?: string }>;
  multipart?: boolean;
  /** Skips the check against the API document: for requests outside of it (unknown paths, damaged bodies). */
  unchecked?: boolean;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

const checkers = new Map<string, Promise<ResponseChecker>>();

function checkerOf(baseUrl: string): Promise<ResponseChecker> {
  let checker = checkers.get(baseUrl);
  if (!checker) {
    checker = fetch(`${baseUrl}/api/v1/openapi.json`)
      .then((response) => response.json())
      .then((document: unknown) => {
        coverage.declared({ document, events: declaredEvents() });
        return new ResponseChecker(document);
      });
    checker.catch(() => checkers.delete(baseUrl));
    checkers.set(baseUrl, checker);
  }
  return checker;
}

/** Counts an answer that was not asked for through a {@link TestClient} towards what the tests have seen of the API. */
export async function recordAnswer(
  baseUrl: string,
  answer: { method: string; path: string; status: number; code: string | null; requestId: string | null },
): Promise<void> {
  const { method, path, ...rest } = answer;
  const endpoint = (await checkerOf(baseUrl)).endpointOf(method, path);
  if (endpoint) coverage.answer({ endpoint, ...rest });
}

/** Text as it is, everything else as JSON; undefined means not sent. */
function encode(value: ParameterValue): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function encodeAll(parameters: Parameters): [string, string][] {
  return Object.entries(parameters).flatMap(([name, value]): [string, string][] => {
    const encoded = encode(value);
    return encoded === undefined ? [] : [[name, encoded]];
  });
}

/**
 * A client of the HTTP API that accepts nothing undocumented: every answer and every event is checked against the schemas
 * that the service publishes, and an unknown or missing field fails the test that made the call.
 */
export class TestClient {
  constructor(
    readonly baseUrl: string,
    readonly credentials?: { email: string; apiKey: string },
    /** Host that the requests name, where it is not the address's: another organization's. */
    readonly host?: string,
    /** Cookie of a browser, which asks under /json as its own pages do; empty before it has signed in. */
    readonly cookie?: string,
  ) {}

  /** The same client with other credentials. */
  as(email: string, apiKey: string): TestClient {
    return new TestClient(this.baseUrl, { email, apiKey }, this.host);
  }

  /** A browser at the same host. @param cookie `name=value`, empty before it has signed in */
  browser(cookie = ''): TestClient {
    return new TestClient(this.baseUrl, undefined, this.host, cookie);
  }

  anonymous(): TestClient {
    return new TestClient(this.baseUrl, undefined, this.host);
  }

  get(path: string, parameters: Parameters = {}, options: RequestOptions = {}): Promise<TestResponse> {
    return this.request('GET', path, parameters, options);
  }

  post(path: string, parameters: Parameters = {}, options: RequestOptions = {}): Promise<TestResponse> {
    return this.request('POST', path, parameters, options);
  }

  patch(path: string, parameters: Parameters = {}, options: RequestOptions = {}): Promise<TestResponse> {
    return this.request('PATCH', path, parameters, options);
  }

  put(path: string, parameters: Parameters = {}, options: RequestOptions = {}): Promise<TestResponse> {
    return this.request('PUT', path, parameters, options);
  }

  delete(path: string, parameters: Parameters = {}, options: RequestOptions = {}): Promise<TestResponse> {
    return this.request('DELETE', path, parameters, options);
  }

  /** Like `request`, and fails unless the call succeeded. @returns the answer's fields */
  async succeed(
    method: Method,
    path: string,
    parameters: Parameters = {},
    options: RequestOptions = {},
  ): Promise<ResponseBody> {
    const { status, body } = await this.request(method, path, parameters, options);
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** @param path below /api/v1, or /json for browsers, with a leading slash */
  async request(
    method: Method,
    path: string,
    parameters: Parameters,
    options: RequestOptions = {},
  ): Promise<TestResponse> {
    return this.read(method, path, await this.send(method, path, parameters, options), options);
  }

  /**
   * Reads events from a stream until the service ends it.
   * @param onEvent gets each event as it comes, and heartbeats
   * @returns the answer if it is no stream
   * @throws Error when the connection breaks
   */
  async stream(
    parameters: Parameters,
    onEvent: (event: ResponseBody) => void,
    { headers, ...options }: RequestOptions = {},
  ): Promise<TestResponse | undefined> {
    const accepting = { ...options, headers: { accept: 'text/event-stream', ...headers } };
    const response = await this.send('GET', '/events', parameters, accepting);
    if (response.headers['content-type'] !== 'text/event-stream') return this.read('GET', '/events', response, options);
    const parser = createParser({
      onEvent: ({ event: name, id, data }) => {
        const event: ResponseBody = JSON.parse(data);
        if (name === undefined && String(event.id) !== id) throw new Error(`the event ${data} came as number ${id}`);
        if (name === undefined) checkEvents([event]);
        onEvent(event);
      },
    });
    const decoder = new TextDecoder();
    for await (const bytes of response.body) parser.feed(decoder.decode(bytes, { stream: true }));
    return undefined;
  }

  private async send(
    method: Method,
    path: string,
    parameters: Parameters,
    options: RequestOptions,
  ): Promise<Dispatcher.ResponseData> {
    const prefix = this.cookie === undefined ? '/api/v1' : '/json';
    const url = new URL(`${this.baseUrl}${prefix}${path}`);
    const pairs = encodeAll(parameters);
    let body: FormData | string | undefined;
    const headers: Record<string, string> = {
      'user-agent': 'node',
      ...this.authorization(),
      ...(this.host ? { host: this.host } : {}),
    };
    if (method === 'GET') for (const [name, value] of pairs) url.searchParams.append(name, value);
    else if (options.files || options.multipart) body = multipart(pairs, options.files ?? {});
    else {
      body = new URLSearchParams(pairs).toString();
      headers['content-type'] = 'application/x-www-form-urlencoded;charset=UTF-8';
    }
    return sendRequest(url, {
      method,
      headers: { ...headers, ...options.headers },
      body,
      signal: options.signal ?? AbortSignal.timeout(90_000),
    });
  }

  private async read(
    method: Method,
    path: string,
    response: Dispatcher.ResponseData,
    options: RequestOptions,
  ): Promise<TestResponse> {
    const parsed: ResponseBody = await response.body.json();
    if (!options.unchecked) {
      await this.check(method, path, response.statusCode, parsed, String(response.headers['x-request-id'] ?? ''));
    }
    return { status: response.statusCode, headers: headersOf(response.headers), body: parsed };
  }

  private async check(
    method: Method,
    path: string,
    status: number,
    body: ResponseBody,
    requestId: string,
  ): Promise<void> {
    const checker = await checkerOf(this.baseUrl);
    checker.check(method, path, status, body);
    if (method === 'GET' && path === '/events' && status === 200) checkEvents(body.events ?? []);
    const endpoint = checker.endpointOf(method, path);
    if (endpoint) coverage.answer({ endpoint, status, code: body.code ?? null, requestId });
  }

  private authorization(): Record<string, string> {
    if (this.cookie !== undefined) {
      const origin = `http://${this.host ?? new URL(this.baseUrl).host}`;
      return { origin, 'x-csrftoken': 'test', ...(this.cookie === '' ? {} : { cookie: this.cookie }) };
    }
    if (!this.credentials) return {};
    const { email, apiKey } = this.credentials;
    return { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` };
  }
}

function multipart(pairs: [string, string][], files: NonNullable<RequestOptions['files']>): FormData {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  for (const [name, { name: fileName, content, type }] of Object.entries(files)) {
    form.append(name, new Blob([new Uint8Array(content)], { type }), fileName);
  }
  return form;
}

function headersOf(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const text of [value ?? []].flat()) headers.append(name, text);
  }
  return headers;
}
