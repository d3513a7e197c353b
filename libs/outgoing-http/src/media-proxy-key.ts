import { createHmac } from 'node:crypto';
import type { FileServiceEnvironment } from '@stoa/config';

type Settings = Pick<FileServiceEnvironment, 'STOA_MEDIA_PROXY' | 'STOA_API_KEY_SECRET'>;

/**
 * The key under which addresses of external media are signed, for rendering and for the proxy alike; undefined when they
 * are not proxied. The same secret as for keys, for a purpose of its own.
 */
export function mediaProxyKey({ STOA_MEDIA_PROXY: isOn, STOA_API_KEY_SECRET: secret }: Settings): string | undefined {
  return isOn ? createHmac('sha256', secret).update('media-proxy\n').digest('hex') : undefined;
}
