import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Every service of the cluster. `stopFirst`: drained before the others, because it holds the clients' connections.
 * `single`: a stand-in with one replica.
 */
export const SERVICES = [
  { name: 'gateway', stopFirst: true },
  { name: 'messages' },
  { name: 'users' },
  { name: 'events' },
  { name: 'presence' },
  { name: 'push' },
  { name: 'push-relay-dev', single: true },
];

/**
 * What node runs for a service: its bundle, as containers have it, where there is one. `STOA_LAUNCHER_BUNDLES=off` is for those who
 * come between a service and its packages, or want to know in which file its time goes.
 */
export function serviceEntry(distDir, name) {
  const bundled = path.join(distDir, 'bundle', `${name}.js`);
  const isWanted = process.env.STOA_LAUNCHER_BUNDLES !== 'off';
  return isWanted && existsSync(bundled) ? bundled : path.join(distDir, 'apps', name, 'src', 'main.js');
}
