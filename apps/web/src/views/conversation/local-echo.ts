import type { Client } from '../../client/client';
import type { Outgoing } from '../../outbox/outbox';
import type { LocalEcho } from '../../parts/echo/echo';
import { echoRequest } from '../../parts/echo/echo-request';
import { renderEcho } from '../../parts/echo/render-echo';
import { Store } from '../../store/store';

export type { LocalEcho };

/** So many are kept: a message on its way needs its own only until it is there. */
const MOST = 50;

/** What messages on their way will look like, by their keys. */
export const echoes = new Store<ReadonlyMap<string, LocalEcho>>(new Map());
const asked = new Set<string>();

/** Forgets what the others will look like. @param keys of those that are on their way */
export function keepEchoes(keys: ReadonlySet<string>): void {
  for (const key of asked) if (!keys.has(key)) asked.delete(key);
  if ([...echoes.get().keys()].some((key) => !keys.has(key))) {
    echoes.update((all) => new Map([...all].filter(([key]) => keys.has(key))));
  }
}

/** Has a message on its way rendered, once; until then, and where that fails, its text stands there as it was typed. */
export function wantEcho({ store }: Client, { key, content }: Outgoing): void {
  if (asked.has(key)) return;
  asked.add(key);
  const request = echoRequest(store.get(), content);
  if (request) {
    void renderEcho(request).then((echo) => {
      // It may be there by now.
      if (echo && asked.has(key)) echoes.update((all) => new Map([...[...all].slice(1 - MOST), [key, echo]]));
    });
  }
}
