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

export function serviceEntry(distDir, name) {
  return path.join(distDir, 'apps', name, 'src', 'main.js');
}
