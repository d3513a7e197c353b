import { Injectable } from '@nestjs/common';
import { Admission, meterAdmission } from '@stoa/lifecycle';
import { Metrics } from '@stoa/observability';
import { UsersEnvironment } from '../users-environment';

/** Bounds the registrations that this process works on: each reads the state of an organization. */
@Injectable()
export class StateReadAdmission extends Admission {
  constructor(environment: UsersEnvironment, metrics: Metrics) {
    super({
      concurrent: environment.STOA_REGISTER_CONCURRENCY,
      longestWaitMs: environment.STOA_REGISTER_WAIT_MS,
      // Requests that wait here take places among the calls, and enough places must be left for others.
      mostWaiting: Math.max(environment.STOA_REGISTER_CONCURRENCY, environment.STOA_RPC_CONCURRENCY >> 1),
    });
    meterAdmission(metrics, 'registrations', this);
  }
}
