import { Injectable } from '@nestjs/common';
import { Admission, meterAdmission, tooMuchLoad } from '@stoa/lifecycle';
import { Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../gateway-environment';

/** Of the places of a process one user has an eighth at most, but some in any case. */
const USER_SHARE = 0.125;
const LEAST_PLACES = 4;

/**
 * What one user has under way at the same time, once it is known whose request it is. Its organization's place is taken by
 * then, so as many as run may wait, and no more.
 */
@Injectable()
export class UserPlaces {
  private readonly admissions: Record<'requests' | 'uploads', Admission>;

  constructor(environment: GatewayEnvironment, metrics: Metrics) {
    const longestWaitMs = environment.STOA_HTTP_WAIT_MS;
    const share = (name: string, places: number) => {
      const mostPerTenant = Math.max(LEAST_PLACES, Math.ceil(places * USER_SHARE));
      const admission = new Admission({
        concurrent: Infinity,
        mostPerTenant,
        mostWaitingPerTenant: mostPerTenant,
        longestWaitMs,
        refuse: tooMuchLoad,
      });
      meterAdmission(metrics, name, admission);
      return admission;
    };
    this.admissions = {
      requests: share('user-requests', environment.STOA_HTTP_REQUESTS),
      uploads: share('user-uploads', environment.STOA_HTTP_UPLOADS),
    };
  }

  /** @throws DomainError 429 when the user has too much under way */
  run<T>(gate: 'requests' | 'uploads', userId: number, work: () => Promise<T>): Promise<T> {
    return this.admissions[gate].run(work, { tenant: userId });
  }
}
