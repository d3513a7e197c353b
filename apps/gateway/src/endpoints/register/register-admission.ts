import { Injectable } from '@nestjs/common';
import { Admission, meterAdmission } from '@stoa/lifecycle';
import { Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../../gateway-environment';

/** Bounds the registrations that this process has under way: each may carry megabytes. */
@Injectable()
export class RegisterAdmission extends Admission {
  constructor(environment: GatewayEnvironment, metrics: Metrics) {
    super({
      concurrent: environment.STOA_HTTP_REGISTRATIONS,
      longestWaitMs: environment.STOA_HTTP_REGISTRATION_WAIT_MS,
      // Those who wait here have places among the requests, of which enough must be left for others.
      mostWaiting: Math.max(environment.STOA_HTTP_REGISTRATIONS, environment.STOA_HTTP_REQUESTS >> 2),
    });
    meterAdmission(metrics, 'registrations', this);
  }
}
