import { createHmac } from 'node:crypto';
import type { RenderContext } from '../context';
import { isExternal } from './media';

/** Where proxied media is served from; the digest of the address and the address in hex follow. */
const PROXY_PREFIX = '/external_content/';

/** What an address of media is shown from: external ones through the proxy if there is one (markdown.md 9.7). */
export function mediaSource(source: string, { realmUrl, mediaProxyKey }: RenderContext): string {
  if (mediaProxyKey === undefined || !isExternal(source, realmUrl)) return source;
  const digest = createHmac('sha1', mediaProxyKey).update(source, 'utf8').digest('hex');
  return `${PROXY_PREFIX}${digest}/${Buffer.from(source, 'utf8').toString('hex')}`;
}
