import { recordAnswer } from '@stoa/testing';
import { Person } from './people';

const API = '/api/v1';

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

export function basicAuthorization(email: string, apiKey: string): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
}

/** A request whose every byte is the test's own: for damaged ones, and for answers compared byte by byte. */
export async function rawRequest(
  baseUrl: string,
  path: string,
  {
    person,
    headers,
    ...init
  }: Omit<RequestInit, 'headers'> & { person?: Person; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const authorization: Record<string, string> = person
    ? { authorization: basicAuthorization(person.email, person.apiKey) }
    : {};
  const response = await fetch(baseUrl + path, {
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
    ...init,
    headers: { ...authorization, ...headers },
  });
  const text = await response.text();
  if (path.startsWith(API)) {
    await recordAnswer(baseUrl, {
      method: init.method ?? 'GET',
      path: path.slice(API.length).split('?')[0] ?? '',
      status: response.status,
      code: /"code":"(\w+)"/.exec(text)?.[1] ?? null,
      requestId: response.headers.get('x-request-id'),
    });
  }
  return { status: response.status, headers: response.headers, text };
}
