import { timingSafeEqual } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/contracts';
import { isAnswerable } from '@stoa/http-params';
import { Admission, meterAdmission, tooMuchLoad } from '@stoa/lifecycle';
import { MEDIA_PROXY_PREFIX, mediaDigest } from '@stoa/markdown';
import { LOGGER, type Logger, Metrics } from '@stoa/observability';
import { OUTGOING_USER_AGENT, OutgoingError, OutgoingHttp, OutgoingResponse, mediaProxyKey } from '@stoa/outgoing-http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayEnvironment } from '../gateway-environment';
import { HostTenants } from '../overload/host-tenants';
import { fileHeaders } from './content-types';
import { sendError } from './file-reply';

/** From the first look-up to the last byte; players ask for the rest of a long film again. */
const LIMIT_MS = 120_000;
const AT_ONCE = 64;
/** Whoever has an address may read it as slowly as they like: that must not keep other organizations out. */
const AT_ONCE_OF_ONE_REALM = 48;
const WAIT_MS = 2_000;
const MIB = 1024 * 1024;
const MOST_OF_AN_IMAGE = 25 * MIB;
const MOST_OF_A_FILM = 512 * MIB;
/** One range, as players ask for. */
const RANGE = /^bytes=\d{0,15}-\d{0,15}$/;

/** What browsers show in an element of a message. SVG is none of it: it may hold scripts. */
const IMAGES: ReadonlySet<string> = new Set(
  'apng avif bmp gif jpeg jpg pjpeg png vnd.microsoft.icon webp x-icon x-ms-bmp x-png'
    .split(' ')
    .map((name) => `image/${name}`),
);
const FILMS: ReadonlySet<string> = new Set([
  ...'aac flac mp4 mpeg ogg vnd.wave wav wave webm x-flac x-m4a x-wav'.split(' ').map((name) => `audio/${name}`),
  ...'mp4 ogg quicktime webm'.split(' ').map((name) => `video/${name}`),
]);

/**
 * `GET /external_content/{digest}/{address in hex}`: media of other hosts that messages show (markdown.md 9.7). Only
 * addresses that the service itself has signed, behind the guard of outgoing requests; nothing but media comes through.
 */
@Injectable()
export class ExternalContentRoutes {
  private readonly key: string | undefined;
  private readonly admission = new Admission({
    concurrent: AT_ONCE,
    mostPerTenant: AT_ONCE_OF_ONE_REALM,
    longestWaitMs: WAIT_MS,
    refuse: tooMuchLoad,
  });
  private readonly outcomes;

  constructor(
    environment: GatewayEnvironment,
    private readonly http: OutgoingHttp,
    private readonly tenants: HostTenants,
    metrics: Metrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.key = mediaProxyKey(environment);
    meterAdmission(metrics, 'media', this.admission);
    this.outcomes = metrics.counter('stoa_media_proxy_requests_total', 'Media of other hosts, by outcome.', [
      'outcome',
    ]);
  }

  register(fastify: FastifyInstance): void {
    fastify.route({
      method: ['GET', 'HEAD'],
      url: `${MEDIA_PROXY_PREFIX}:digest/:address`,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        try {
          await this.serve(request, reply);
        } catch (error) {
          const answer = this.answerTo(error, request);
          if (!reply.sent) await sendError(request, reply, answer);
        }
        return reply;
      },
    });
  }

  private async serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const url = this.addressOf(request.params);
    // A page that redirects to its own address here would otherwise have each place ask for the next, until none is left.
    const isOurOwn = request.headers['user-agent'] === OUTGOING_USER_AGENT;
    if (url === null || isOurOwn) throw notFound();
    const fetchAndPass = async () => {
      const { range } = request.headers;
      const answer = await this.http.get({
        url,
        timeoutMs: LIMIT_MS,
        accept: 'image/*, video/*, audio/*',
        ...(range !== undefined && RANGE.test(range) ? { range } : {}),
      });
      await this.pass(request, reply, answer);
    };
    await this.admission.run(fetchAndPass, { tenant: this.tenants.tenantOf(request.host) });
  }

  private async pass(request: FastifyRequest, reply: FastifyReply, answer: OutgoingResponse): Promise<void> {
    const most = largestOf(answer);
    if (most === undefined) {
      answer.body.destroy();
      throw notFound();
    }
    this.outcomes.inc({ outcome: 'served' });
    void reply.code(answer.status).headers(headersOf(answer));
    if (request.method === 'HEAD') {
      answer.body.destroy();
      await reply.send('');
      return;
    }
    const body = limited(answer.body, most);
    void reply.send(body);
    // The place is given back when everything is sent, or the reader is gone.
    await finished(body).catch(() => undefined);
  }

  /** @returns null unless the service has signed it */
  private addressOf(params: unknown): string | null {
    if (this.key === undefined || typeof params !== 'object' || params === null) return null;
    const digest: unknown = Reflect.get(params, 'digest');
    const address: unknown = Reflect.get(params, 'address');
    if (typeof digest !== 'string' || typeof address !== 'string' || !/^(?:[0-9a-f]{2})+$/.test(address)) return null;
    const url = Buffer.from(address, 'hex').toString('utf8');
    const expected = Buffer.from(mediaDigest(url, this.key));
    const given = Buffer.from(digest);
    return given.length === expected.length && timingSafeEqual(given, expected) ? url : null;
  }

  private answerTo(error: unknown, request: FastifyRequest): unknown {
    if (error instanceof OutgoingError) {
      this.outcomes.inc({ outcome: error.reason });
      const isOutage = error.reason === 'timeout' || error.reason === 'network';
      return isOutage ? new DomainError('BAD_REQUEST', 'The file cannot be fetched', { status: 502 }) : notFound();
    }
    this.outcomes.inc({ outcome: isAnswerable(error) ? 'not_found' : 'fault' });
    if (!isAnswerable(error)) this.log.error({ err: error, requestId: request.id }, 'media could not be passed on');
    return error;
  }
}

/** Bytes that are passed on at most; undefined for what is no media, or announced to be larger. */
function largestOf({ status, contentType, header }: OutgoingResponse): number | undefined {
  if (status !== 200 && status !== 206) return undefined;
  const most = IMAGES.has(contentType) ? MOST_OF_AN_IMAGE : FILMS.has(contentType) ? MOST_OF_A_FILM : undefined;
  return most !== undefined && Number(header('content-length') ?? 0) <= most ? most : undefined;
}

function headersOf({ contentType, header }: OutgoingResponse): Record<string, string> {
  const passed: Record<string, string> = {};
  // The length of what is packed says nothing about what is passed on.
  const names = header('content-encoding') === undefined ? ['content-length', 'content-range', 'accept-ranges'] : [];
  for (const name of names) {
    const value = header(name);
    if (value !== undefined) passed[name] = value;
  }
  return {
    ...fileHeaders(contentType, 'media', false),
    'content-disposition': 'inline',
    'cache-control': 'public, max-age=86400',
    ...passed,
  };
}

/** Breaks off when more comes: half of an image is as good as none. */
function limited(body: Readable, most: number): Readable {
  let size = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) done(new OutgoingError('size', 'more than may be passed on'));
      else done(null, chunk);
    },
  });
  body.on('error', (error) => limit.destroy(error));
  limit.on('close', () => body.destroy());
  return body.pipe(limit);
}

function notFound(): DomainError {
  return new DomainError('BAD_REQUEST', 'File not found', { status: 404 });
}
