import { setTimeout as rest } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairShares, type ShareClaim, meterAdmission, tooMuchLoad } from '@stoa/lifecycle';
import { Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../gateway-environment';
import { LoopTurns } from './loop-turns';

const CONCURRENT = 2;
const OF_ONE_ORGANIZATION = 1;
const OF_ONE_USER = 1;
/** Milliseconds from the beginning of one form of an organization to its next: four times what a megabyte takes to read. */
const REST_MS_PER_MEGABYTE = 40;

interface LargeFormClaim extends ShareClaim {
  /** Length of the form. */
  bytes: number;
}

/**
 * Turns of forms that take the event loop some 10 ms a megabyte to read and check. A turn of the event loop has one of them
 * at most; what an organization sends at once is read one after the other, however many send it, and takes a quarter of
 * the time at most.
 */
@Injectable()
export class LargeForms {
  private readonly shares: FairShares;

  constructor(
    private readonly turns: LoopTurns,
    environment: GatewayEnvironment,
    metrics: Metrics,
  ) {
    this.shares = new FairShares({
      concurrent: CONCURRENT,
      mostPerTenant: OF_ONE_ORGANIZATION,
      mostPerUser: OF_ONE_USER,
      longestWaitMs: environment.STOA_HTTP_WAIT_MS,
      refuse: tooMuchLoad,
    });
    meterAdmission(metrics, 'large-forms', this.shares.places);
  }

  /** @throws DomainError 429 or UnavailableError when the turn does not come in time */
  run<T>({ bytes, ...claim }: LargeFormClaim, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const turn = async () => {
        await this.turns.next();
        const beganAt = performance.now();
        await work().then(resolve, reject);
        const restMs = (bytes / 1e6) * REST_MS_PER_MEGABYTE - (performance.now() - beganAt);
        // The answer is on its way: only the place is kept. A timer counts whole milliseconds, and from up to one ago.
        if (restMs > 0) await rest(Math.ceil(restMs) + 1, undefined, { ref: false });
      };
      this.shares.run(turn, claim).catch(reject);
    });
  }
}
