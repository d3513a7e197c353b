import { openFrom, tellClosed } from './worker-clicks';

/**
 * Answers what people do with notifications, also when no page of the client is there or awake (web-details.md J). It
 * keeps nothing and touches no request. The build gives it a name of its own and no imports (vite.config.ts).
 */
function isWorkerScope(scope: object): scope is ServiceWorkerGlobalScope {
  return 'clients' in scope && 'skipWaiting' in scope;
}

const scope: object = globalThis;
if (!isWorkerScope(scope)) throw new Error('this script is a service worker');

// A newer release's worker does the same: nothing has to wait for pages to close.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  // It is closed without an event of its own.
  event.waitUntil(tellClosed(scope.clients, event.notification));
  event.waitUntil(openFrom(scope.clients, event.notification));
});
scope.addEventListener('notificationclose', (event) => {
  event.waitUntil(tellClosed(scope.clients, event.notification));
});
