import { Injectable } from '@nestjs/common';
import { Admission, meterAdmission, tooMuchLoad } from '@stoa/lifecycle';
import { Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../gateway-environment';

/** Of its places the process gives an organization three quarters at most. */
const TENANT_SHARE = 0.75;
/** Wait for a place while the queue does not drain, in milliseconds. */
const OVERLOADED_WAIT_MS = 100;
/** All clients of an organization that got a message ask for the next one at once: each connection may wait once. */
const WAITING_POLLS_PER_PLACE = 64;

/** Media of other hosts that are passed on at the same time: each has a connection to somewhere as well. */
const MEDIA = 64;

export type Gate = 'requests' | 'polls' | 'uploads' | 'downloads' | 'media';

/** The bounds on requests that are worked on at the same time, each by what such a request costs. */
@Injectable()
export class RequestGates implements Record<Gate, Admission> {
  /** Everything that is none of the others. */
  readonly requests: Admission;
  /** Polls, until they are answered or held: a slow service behind the others must not keep anybody from events. */
  readonly polls: Admission;
  /** Bodies with files, which arrive at the pace of their senders. */
  readonly uploads: Admission;
  /** Files, until their readers have them. */
  readonly downloads: Admission;
  /** Media of other hosts, likewise. */
  readonly media: Admission;

  constructor(environment: GatewayEnvironment, metrics: Metrics) {
    const longestWaitMs = environment.STOA_HTTP_WAIT_MS;
    const gate = (name: string, concurrent: number, mostWaiting?: number) => {
      const mostPerTenant = Math.ceil(concurrent * TENANT_SHARE);
      const waits = { longestWaitMs, overloadedWaitMs: Math.min(OVERLOADED_WAIT_MS, longestWaitMs) };
      const admission = new Admission({ concurrent, mostPerTenant, mostWaiting, ...waits, refuse: tooMuchLoad });
      meterAdmission(metrics, name, admission);
      return admission;
    };
    this.requests = gate('requests', environment.STOA_HTTP_REQUESTS);
    this.polls = gate('polls', environment.STOA_HTTP_POLLS, environment.STOA_HTTP_POLLS * WAITING_POLLS_PER_PLACE);
    this.uploads = gate('uploads', environment.STOA_HTTP_UPLOADS);
    this.downloads = gate('downloads', environment.STOA_HTTP_DOWNLOADS);
    this.media = gate('media', MEDIA);
  }
}
