import { TestClient, recordAnswer } from '@stoa/testing';
import { Dispatcher, FormData, request } from 'undici';

const API = '/api/v1';

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

export interface RawRequest {
  method?: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  body?: string | Uint8Array | URLSearchParams | FormData;
  signal?: AbortSignal;
  /** Whose connections it takes; else those that all share. */
  dispatcher?: Dispatcher;
}

export function basicAuthorization(email: string, apiKey: string): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
}

/**
 * A request whose every byte is the test's own, for damaged ones and for answers compared byte by byte.
 * @param client says where it goes and who asks
 */
export async function rawRequest(
  client: TestClient,
  path: string,
  { method = 'GET', headers, body, signal = AbortSignal.timeout(90_000), dispatcher }: RawRequest = {},
): Promise<RawAnswer> {
  const isForm = body instanceof URLSearchParams;
  const response = await request(client.baseUrl + path, {
    method,
    signal,
    dispatcher,
    body: isForm ? body.toString() : body,
    headers: {
      'user-agent': 'node',
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}),
      ...headersOf(client),
      ...headers,
    },
  });
  const text = await response.body.text();
  const given = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    for (const each of [value ?? []].flat()) given.append(name, each);
  }
  if (path.startsWith(API)) {
    await recordAnswer(client.baseUrl, {
      method,
      path: path.slice(API.length).split('?')[0] ?? '',
      status: response.statusCode,
      code: /"code":"(\w+)"/.exec(text)?.[1] ?? null,
      requestId: given.get('x-request-id'),
    });
  }
  return { status: response.statusCode, headers: given, text };
}

function headersOf({ credentials, host }: TestClient): Record<string, string> {
  return {
    ...(credentials ? { authorization: basicAuthorization(credentials.email, credentials.apiKey) } : {}),
    ...(host ? { host } : {}),
  };
}
