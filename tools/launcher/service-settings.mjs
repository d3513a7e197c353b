import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The settings of every process of a local cluster that have no default: servers, addresses, secrets, folders.
 * @param cluster the data directory, the servers' URLs, the public host, the stand-in's URL, and the stored settings
 */
export function serviceSettings({ dataDir, urls, host, pushRelayUrl, settings }) {
  return {
    STOA_DATABASE_URL: urls.database,
    STOA_REDIS_URL: urls.redis,
    STOA_NATS_URL: urls.nats,
    STOA_EXTERNAL_HOST: host,
    STOA_EXTERNAL_SCHEME: 'http',
    STOA_API_KEY_SECRET: settings.apiKeySecret,
    STOA_PUSH_RELAY_URL: pushRelayUrl,
    STOA_PUSH_RELAY_ORG_ID: settings.pushRelayOrgId,
    STOA_PUSH_RELAY_ORG_KEY: settings.pushRelayOrgKey,
    STOA_PUSH_KEY_SECRET: settings.pushKeySecret,
    STOA_MAIL_URL: pathToFileURL(path.join(dataDir, 'mail')).href,
    STOA_UPLOAD_DIRECTORY: path.join(dataDir, 'uploads'),
  };
}

/** Those of them that somebody may choose for the services of a local cluster. */
export const CHOSEN_SETTINGS = [
  'STOA_PUSH_RELAY_URL',
  'STOA_PUSH_RELAY_ORG_ID',
  'STOA_PUSH_RELAY_ORG_KEY',
  'STOA_PUSH_KEY_SECRET',
  'STOA_MAIL_URL',
  'STOA_UPLOAD_DIRECTORY',
];
