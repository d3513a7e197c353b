import { Injectable } from '@nestjs/common';
import { Admission } from '@stoa/lifecycle';
import { GatewayEnvironment } from '../gateway-environment';

/** Bounds the registrations that this process has under way: each may carry megabytes. */
@Injectable()
export class RegisterAdmission extends Admission {
  constructor(environment: GatewayEnvironment) {
    super({
      concurrent: environment.STOA_HTTP_REGISTRATIONS,
      longestWaitMs: environment.STOA_HTTP_REGISTRATION_WAIT_MS,
    });
  }
}
