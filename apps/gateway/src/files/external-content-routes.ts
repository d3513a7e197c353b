import { timingSafeEqual } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { isAnswerable } from '@stoa/http-params';
import { MEDIA_PROXY_PREFIX, mediaDigest } from '@stoa/markdown';
import { Metrics } from '@stoa/observability';
import { OUTGOING_USER_AGENT, OutgoingError, OutgoingHttp, OutgoingResponse, mediaProxyKey } from '@stoa/outgoing-http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayEnvironment } from '../gateway-environment';
import { GuardedRoutes } from '../http/guarded-routes';
import { fileHeaders } from './content-types';

/** From the first look-up to the last byte; players ask for the rest of a long film again. */
const LIMIT_MS = 120_000;
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
  private readonly outcomes;

  constructor(
    environment: GatewayEnvironment,
    private readonly http: OutgoingHttp,
    metrics: Metrics,
    private readonly routes: GuardedRoutes,
  ) {
    this.key = mediaProxyKey(environment);
    this.outcomes = metrics.counter('stoa_media_proxy_requests_total', 'Media of other hosts, by outcome.', [
      'outcome',
    ]);
  }

  register(fastify: FastifyInstance): void {
    const urls = [`${MEDIA_PROXY_PREFIX}:digest/:address`];
    const failure = 'media could not be passed on';
    this.routes.add(fastify, { methods: ['GET', 'HEAD'], urls, gate: 'media', failure }, async (request, reply) => {
      try {
        await this.serve(request, reply);
      } catch (error) {
        throw this.counted(error);
      }
    });
  }

  private async serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const url = this.addressOf(request.params);
    // A page that redirects to its own address here would otherwise have each place ask for the next, until none is left.
    const isOurOwn = request.headers['user-agent'] === OUTGOING_USER_AGENT;
    if (url === null || isOurOwn) throw notFound();
    const { range } = request.headers;
    const answer = await this.http.get({
      url,
      timeoutMs: LIMIT_MS,
      accept: 'image/*, video/*, audio/*',
      ...(range !== undefined && RANGE.test(range) ? { range } : {}),
    });
    await this.pass(request, reply, answer);
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
    await reply.send(limited(answer.body, most));
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

  private counted(error: unknown): unknown {
    if (error instanceof OutgoingError) {
      this.outcomes.inc({ outcome: error.reason });
      const isOutage = error.reason === 'timeout' || error.reason === 'network';
      return isOutage ? new DomainError('BAD_REQUEST', 'The file cannot be fetched', { status: 502 }) : notFound();
    }
    this.outcomes.inc({ outcome: isAnswerable(error) ? 'not_found' : 'fault' });
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
