import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairShares, type ShareClaim, meterAdmission, tooMuchLoad } from '@stoa/lifecycle';
import { Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../gateway-environment';

const CONCURRENT = 2;
const OF_ONE_ORGANIZATION = 1;
const OF_ONE_USER = 1;

/**
 * Turns of forms that take the event loop some 10 ms each to read and check. A turn of the event loop has one of them at
 * most, and what an organization sends at once is read one after the other, however many send it.
 */
@Injectable()
export class LargeForms {
  private readonly shares: FairShares;

  constructor(environment: GatewayEnvironment, metrics: Metrics) {
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
  run<T>(claim: ShareClaim, work: () => Promise<T>): Promise<T> {
    return this.shares.run(async () => {
      await nextTurn();
      return work();
    }, claim);
  }
}
