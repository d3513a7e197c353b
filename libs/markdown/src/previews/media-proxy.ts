import { createHmac } from 'node:crypto';
import type { RenderContext } from '../context';
import { isExternal } from './media';

/** Where proxied media is served from; the digest of the address and the address in hex follow. */
export const MEDIA_PROXY_PREFIX = '/external_content/';

/** What shows that the service itself has named an address of media, in hex. */
export function mediaDigest(source: string, mediaProxyKey: string): string {
  return createHmac('sha1', mediaProxyKey).update(source, 'utf8').digest('hex');
}

/** What an address of media is shown from: external ones through the proxy if there is one (markdown.md 9.7). */
export function mediaSource(source: string, { realmUrl, mediaProxyKey }: RenderContext): string {
  if (mediaProxyKey === undefined || !isExternal(source, realmUrl)) return source;
  return `${MEDIA_PROXY_PREFIX}${mediaDigest(source, mediaProxyKey)}/${Buffer.from(source, 'utf8').toString('hex')}`;
}
