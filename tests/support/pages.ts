import { request } from 'undici';
import { TestCluster } from '@stoa/testing';

export interface Page {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  content: Buffer;
  text: string;
}

/** What a browser gets at an address of an organization: a page or a file. @param form sent by POST */
export async function visit(
  cluster: TestCluster,
  host: string,
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Page> {
  const answer = await request(`${cluster.description.base_url}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: {
      host,
      accept: 'text/html',
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    body: form ? new URLSearchParams(form).toString() : undefined,
    signal: AbortSignal.timeout(20_000),
  });
  const content = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, content, text: content.toString() };
}

/** The path of an address, which need not be one that URL admits: tests serve organizations below IP addresses. */
export function pathOf(address: string): string {
  const path = /^https?:\/\/[^/]+(\/\S*)$/.exec(address)?.[1];
  if (path === undefined) throw new Error(`not an address: ${address}`);
  return path;
}
