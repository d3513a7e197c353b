import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../gateway-environment';

/** Bytes of the largest body that is taken of callers without credentials: forms to log in or sign up need far less. */
export const LARGEST_STRANGER_BODY_BYTES = 64 * 1024;
/** Bodies up to this size are always taken: there are no more of them than connections. */
const SMALL_BODY_BYTES = 16 * 1024;
/** Types of bodies with files, and of the pieces of a file. */
const PASSING = /^(multipart\/|application\/offset\+octet-stream\b)/i;
/** What other tools deliver: there forms of every type are collected, as signatures are of their bytes. */
const DELIVERIES = '/api/v1/external/';
/** Of the bytes that the process gives bodies, one organization gets this share at most. */
const TENANT_SHARE = 0.5;

/** Whether so much is announced by somebody who brings nothing that could say who it is. */
export function isLargeOfStranger({ headers, url = '' }: IncomingMessage): boolean {
  if (!(Number(headers['content-length'] ?? 0) > LARGEST_STRANGER_BODY_BYTES)) return false;
  return headers.authorization === undefined && headers.cookie === undefined && !/[?&]api_key=/.test(url);
}

/**
 * Bounds the memory of request bodies: what a body may come to need is reserved when its header has come, until the
 * request is answered.
 */
@Injectable()
export class BodyBudget {
  private reserved = 0;
  private readonly byTenant = new Map<number | undefined, number>();
  private readonly countRefusal: (reason: 'tenant' | 'full') => void;

  constructor(
    private readonly environment: GatewayEnvironment,
    metrics: Metrics,
  ) {
    metrics.gauge('stoa_http_body_bytes', 'Bytes reserved for request bodies.', [], (gauge) =>
      gauge.set(this.reserved),
    );
    const refusals = metrics.counter('stoa_http_bodies_refused_total', 'Bodies that there was no memory for.', [
      'reason',
    ]);
    this.countRefusal = (reason) => refusals.inc({ reason });
  }

  /** @returns why there is no room for the body; undefined if there is, until the response is closed */
  reserve(
    request: IncomingMessage,
    response: ServerResponse,
    tenant: number | undefined,
  ): 'tenant' | 'full' | undefined {
    const bytes = this.needOf(request);
    if (bytes <= SMALL_BODY_BYTES) return undefined;
    const limit = this.environment.STOA_HTTP_BODIES_BYTES;
    const ofTenant = this.byTenant.get(tenant) ?? 0;
    const isTenantsFault = ofTenant + bytes > limit * TENANT_SHARE;
    if (isTenantsFault || this.reserved + bytes > limit) {
      const reason = isTenantsFault ? 'tenant' : 'full';
      this.countRefusal(reason);
      return reason;
    }
    this.reserved += bytes;
    this.byTenant.set(tenant, ofTenant + bytes);
    response.once('close', () => this.release(tenant, bytes));
    return undefined;
  }

  private release(tenant: number | undefined, bytes: number): void {
    this.reserved -= bytes;
    const left = (this.byTenant.get(tenant) ?? 0) - bytes;
    if (left > 0) this.byTenant.set(tenant, left);
    else this.byTenant.delete(tenant);
  }

  /** Bodies that pass through in pieces need next to nothing; those with files are counted where they are received. */
  private needOf({ headers, url = '' }: IncomingMessage): number {
    if (PASSING.test(headers['content-type'] ?? '') && !isDelivery(url)) return 0;
    const most = this.environment.STOA_HTTP_BODY_BYTES;
    if (headers['transfer-encoding'] !== undefined) return most;
    return Math.min(Number(headers['content-length'] ?? 0) || 0, most);
  }
}

/** The router decodes paths, and takes whole addresses. */
function isDelivery(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURI(path).includes(DELIVERIES);
  } catch (error) {
    // The router refuses what cannot be decoded.
    if (error instanceof URIError) return true;
    throw error;
  }
}
