import path from 'node:path';
import { Inject, Injectable, OnModuleInit } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayEnvironment } from '../gateway-environment';
import { ExtraRoutes } from '../http/extra-routes';
import { GuardedRoutes, pathPart } from '../http/guarded-routes';
import { isClientPath } from './client-paths';
import { withInstallationName } from './installation-name';
import { WebFile, contentFor, readWebFiles } from './web-files';

const INDEX = 'index.html';
/** Names that carry a hash of their content. */
const ASSETS = 'assets/';

/** Only scripts of this host, no plugin, no frame around it; HTML reaches the page through the client's own policy. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join('; ');

const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};
const ASSET_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};
const ROOT_FILE_HEADERS = { ...ASSET_HEADERS, 'cache-control': 'no-cache' };

/** The web client: its page at every path that is the client's, and the files that the page is made of. */
@Injectable()
export class WebClient implements OnModuleInit {
  private readonly files: ReadonlyMap<string, WebFile>;

  constructor(
    environment: GatewayEnvironment,
    private readonly extra: ExtraRoutes,
    private readonly routes: GuardedRoutes,
    @Inject(LOGGER) log: Logger,
  ) {
    const { STOA_WEB_DIR: folder, STOA_INSTALLATION_NAME: name } = environment;
    const files = folder === 'none' ? new Map<string, WebFile>() : readWebFiles(path.resolve(folder));
    this.files = withInstallationName(files, name, INDEX);
    if (folder !== 'none' && this.files.size === 0) log.info({ folder }, 'there is no web client to serve');
  }

  onModuleInit(): void {
    this.extra.add(this);
  }

  register(fastify: FastifyInstance): void {
    const failure = 'a file of the web client could not be served';
    const route = { methods: ['GET', 'HEAD'], urls: [`/${ASSETS}*`], gate: 'downloads', failure } as const;
    this.routes.add(fastify, route, (request, reply) => this.serveAsset(request, reply));
  }

  /** A file of the client's folder by its name. @returns false if there is none; nothing was sent then */
  answerFile(request: FastifyRequest, reply: FastifyReply): boolean {
    const [address = ''] = request.url.split('?');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file = isRead && !address.endsWith(INDEX) ? this.files.get(address.slice(1)) : undefined;
    if (!file) return false;
    send(request, reply, file, ROOT_FILE_HEADERS);
    return true;
  }

  /** Whether who asks gets the client's page, where there is nothing else to answer. */
  hasPageFor({ method, url, headers }: FastifyRequest): boolean {
    const [address = ''] = url.split('?');
    return this.files.has(INDEX) && isClientPath(method, address, headers.accept);
  }

  /** The client's page. @returns false if the path is not the client's; nothing was sent then */
  answerPage(request: FastifyRequest, reply: FastifyReply): boolean {
    const index = this.files.get(INDEX);
    if (!index || !this.hasPageFor(request)) return false;
    send(request, reply, index, PAGE_HEADERS);
    return true;
  }

  /** @throws DomainError 404, never a page: the client loads itself anew when a part of it is gone */
  private async serveAsset(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const file = this.files.get(ASSETS + pathPart(request, '*'));
    if (!file) throw new DomainError('BAD_REQUEST', 'File not found', { status: 404 });
    send(request, reply, file, ASSET_HEADERS);
    await reply;
  }
}

function send(request: FastifyRequest, reply: FastifyReply, file: WebFile, headers: Record<string, string>): void {
  const { encoding, body } = contentFor(file, request.headers['accept-encoding']);
  const etag = encoding === undefined ? file.etag : file.etag.replace(/"$/, `-${encoding}"`);
  void reply.headers({ ...headers, 'content-type': file.contentType, vary: 'accept-encoding' });
  if (headers['cache-control'] !== 'no-store') {
    void reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return void reply.code(304).send();
  }
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  void reply.header('content-length', body.length).send(request.method === 'HEAD' ? '' : body);
}
