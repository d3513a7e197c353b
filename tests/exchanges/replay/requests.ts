import { FormData, request as sendRequest } from 'undici';
import { Answer, FileSpec, Json, JsonObject } from './scenario';

export interface Credentials {
  email: string;
  api_key: string;
}

export interface ExchangeRequest {
  account?: Credentials;
  method: string;
  /** Below /api/v1 unless it starts with a slash. */
  target: string;
  params?: JsonObject;
  /** Where the parameters go: the query for GET and HEAD, else a form. */
  in?: 'query' | 'form';
  files?: FileSpec[];
  headers?: Record<string, string>;
}

/** Where requests go: one organization of a cluster. */
export interface Address {
  baseUrl: string;
  host: string;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const;
const LIMIT_MS = 60_000;

export async function exchange({ baseUrl, host }: Address, given: ExchangeRequest): Promise<Answer> {
  const method = METHODS.find((name) => name === given.method);
  if (!method) throw new Error(`${given.method} is no method`);
  const url = new URL(given.target.startsWith('/') ? given.target : `/api/v1/${given.target}`, baseUrl);
  const pairs = Object.entries(given.params ?? {}).map(([name, value]): [string, string] => [name, encoded(value)]);
  const inQuery = !given.files && (given.in ?? (method === 'GET' || method === 'HEAD' ? 'query' : 'form')) === 'query';
  if (inQuery) for (const [name, value] of pairs) url.searchParams.append(name, value);
  const response = await sendRequest(url, {
    method,
    headers: {
      host,
      'user-agent': 'Exchange/1.0',
      ...authorization(given.account),
      ...(inQuery || given.files ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...given.headers,
    },
    body: inQuery ? undefined : given.files ? multipart(pairs, given.files) : new URLSearchParams(pairs).toString(),
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  return { status: response.statusCode, body: parsed(await response.body.text()) };
}

const encoded = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function authorization(account: Credentials | undefined): Record<string, string> {
  if (!account) return {};
  return { authorization: `Basic ${Buffer.from(`${account.email}:${account.api_key}`).toString('base64')}` };
}

function multipart(pairs: [string, string][], files: FileSpec[]): FormData {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  for (const { field = 'file', filename, type = 'text/plain', text = '', base64 } of files) {
    const content = base64 === undefined ? text : Buffer.from(base64, 'base64');
    form.append(field, new Blob([content], { type }), filename);
  }
  return form;
}

/** Some answers have another form than JSON. */
function parsed(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
