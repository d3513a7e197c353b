import { getOwnUser } from '@stoa/contracts/users';
import { systemClock } from '../api/backoff';
import { call } from '../api/client';
import { RequestFailed, RequestRefused } from '../api/failures';
import { whenIdle } from '../client/when-idle';
import { KeptRecord } from '../kept/kept-record';
import type { Connection } from '../live/connection';
import { KeptState } from '../live/kept-state';

/**
 * Which build of the client the page is of, by its scripts, whose names have the hash of what they load. All of them: one
 * that loads nothing is the same in many builds.
 */
export function buildOf(page: Pick<Document, 'querySelectorAll'>): string {
  return [...page.querySelectorAll<HTMLScriptElement>('script[type="module"]')].map(({ src }) => src).join(' ');
}

/** The state that was kept here; one for all accounts, so that no other's can be left over. */
export function makeKeptState(): KeptState {
  const pause = (): Promise<void> => new Promise((resolve) => void whenIdle(resolve));
  return new KeptState({
    record: new KeptRecord(location.host, pause),
    build: buildOf(document),
    now: systemClock.now,
  });
}

/** Shows what was kept until the connection has more. A browser that keeps nothing starts all the same. */
export function showKept(connection: Connection, keptState: KeptState, log: (error: unknown) => void): void {
  keptState
    .read(() => call(getOwnUser, {}))
    .then(
      (state) => state && connection.show(state),
      (error: unknown) => {
        // The connection meets the same refusal or failure, and says it.
        if (!(error instanceof RequestRefused || error instanceof RequestFailed)) log(error);
      },
    );
}
