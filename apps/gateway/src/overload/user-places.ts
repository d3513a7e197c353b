import { Injectable } from '@nestjs/common';
import { Admission, meterAdmission, tooMuchLoad } from '@stoa/lifecycle';
import { Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../gateway-environment';
import type { Gate } from './request-gates';

/** What of a user's own is counted: requests of the API, those with files, and files on their way to him. */
export type UserGate = Extract<Gate, 'requests' | 'uploads' | 'downloads'>;

/** Of the places of a process one user has an eighth at most, but some in any case. */
const USER_SHARE = 0.125;
const LEAST_PLACES = 4;
/** A page asks for all of its pictures at once. Together they stay well below their organization's places. */
const WAITING_DOWNLOADS_PER_PLACE = 3;

/**
 * What one user has under way at the same time, once it is known whose request it is. Its organization's place is taken by
 * then, so few more than run may wait.
 */
@Injectable()
export class UserPlaces {
  private readonly admissions: Record<UserGate, Admission>;

  constructor(environment: GatewayEnvironment, metrics: Metrics) {
    const longestWaitMs = environment.STOA_HTTP_WAIT_MS;
    const share = (name: string, places: number, waitingPerPlace = 1) => {
      const mostPerTenant = Math.max(LEAST_PLACES, Math.ceil(places * USER_SHARE));
      const admission = new Admission({
        concurrent: Infinity,
        mostPerTenant,
        mostWaitingPerTenant: mostPerTenant * waitingPerPlace,
        longestWaitMs,
        refuse: tooMuchLoad,
      });
      meterAdmission(metrics, name, admission);
      return admission;
    };
    this.admissions = {
      requests: share('user-requests', environment.STOA_HTTP_REQUESTS),
      uploads: share('user-uploads', environment.STOA_HTTP_UPLOADS),
      downloads: share('user-downloads', environment.STOA_HTTP_DOWNLOADS, WAITING_DOWNLOADS_PER_PLACE),
    };
  }

  /** @throws DomainError 429 when the user has too much under way */
  run<T>(gate: UserGate, userId: number, work: () => Promise<T>): Promise<T> {
    return this.admissions[gate].run(work, { tenant: userId });
  }
}
