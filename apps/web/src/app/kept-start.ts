import { getOwnUser } from '@stoa/contracts/users';
import { type Clock, systemClock } from '../api/backoff';
import { call } from '../api/client';
import { RequestFailed, RequestRefused } from '../api/failures';
import { buildOf } from '../api/page-build';
import { idle } from '../client/when-idle';
import { KeptRecord } from '../kept/kept-record';
import type { Connection } from '../live/connection';
import { KeptState } from '../live/kept-state';

/** The state that was kept here; one for all accounts, so that no other's can be left over. */
export function makeKeptState(): KeptState {
  return new KeptState({
    record: new KeptRecord(location.host, idle),
    build: buildOf(document),
    now: systemClock.now,
  });
}

/** Longest time (ms) for which the present waits for what was kept. */
const HEAD_START_MS = 300;

/**
 * Shows what was kept until the connection has more. A browser that keeps nothing starts all the same.
 * @returns when it is shown, or there is none, or it takes long: the registration, which keeps service and browser busy
 * with the whole state, is better asked for after the question whether this account is signed in
 */
export async function showKept(
  connection: Pick<Connection, 'show'>,
  keptState: Pick<KeptState, 'read'>,
  { clock, log }: { clock: Clock; log(error: unknown): void },
): Promise<void> {
  const shown = keptState
    .read(() => call(getOwnUser, {}))
    .then(
      (state) => state && connection.show(state),
      (error: unknown) => {
        // The connection meets the same refusal or failure, and says it.
        if (!(error instanceof RequestRefused || error instanceof RequestFailed)) log(error);
      },
    );
  await Promise.race([shown, clock.sleep(HEAD_START_MS)]);
}
