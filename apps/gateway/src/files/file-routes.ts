import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Actor } from '@stoa/contracts/rpc';
import { openAttachment } from '@stoa/contracts/messages';
import { drawAvatar } from '@stoa/contracts/users';
import { DomainError, badRequest } from '@stoa/errors';
import { type CallContext, RpcClient } from '@stoa/rpc';
import { FileStore, isKey, publicImageKey, uploadKey } from '@stoa/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayEnvironment } from '../gateway-environment';
import { GuardedRoutes, pathPart } from '../http/guarded-routes';
import { RateLimits } from '../access/rate-limits/rate-limits';
import { RealmLookup } from '../access/realms/realm-lookup';
import { DownloadPace } from '../overload/download-pace';
import type { PaceOwner } from '../overload/pace';
import { UserPlaces } from '../overload/user-places';
import { FileActors, queryOf } from './actors';
import { fileHeaders } from './content-types';
import { sendFile } from './file-reply';
import { StaticFiles } from './static-files';
import { TemporaryLinks } from './temporary-links';
import { Thumbnails } from './thumbnails';

/** Only who may open a file keeps it, and asks again whether he still may. */
const PRIVATE = { 'cache-control': 'private, max-age=0, must-revalidate', vary: 'authorization, cookie' };
/** Their addresses change with their content. */
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable', 'access-control-allow-origin': '*' };

const AVATAR_PATH = /^(\d{1,9})\/([0-9a-f]{40})(?:-medium)?\.png$/;

/** A file of the store, as it is to be sent. */
interface StoredFile {
  key: string;
  headers: Record<string, string>;
  owner: PaceOwner;
}

type Serve = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<void>;

/** Files at their own addresses, outside of the API: uploads, thumbnails, avatars, emoji, logos, static ones. */
@Injectable()
export class FileRoutes {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly rpc: RpcClient,
    private readonly files: FileStore,
    private readonly actors: FileActors,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
    private readonly links: TemporaryLinks,
    private readonly thumbnails: Thumbnails,
    private readonly staticFiles: StaticFiles,
    private readonly routes: GuardedRoutes,
    private readonly userPlaces: UserPlaces,
    private readonly downloadPace: DownloadPace,
  ) {}

  register(fastify: FastifyInstance): void {
    this.route(fastify, '/user_uploads/*', (request, reply, path) => this.serveUpload(request, reply, path, false));
    this.route(fastify, '/user_uploads/download/*', (request, reply, path) =>
      this.serveUpload(request, reply, path, true),
    );
    this.route(fastify, '/user_uploads/temporary/:token/*', (request, reply, path) =>
      this.serveTemporary(request, reply, path),
    );
    this.route(fastify, '/user_uploads/thumbnail/*', (request, reply, path) =>
      this.serveThumbnail(request, reply, path),
    );
    this.route(fastify, '/thumbnail', (request, reply) => this.serveOldThumbnail(request, reply));
    this.route(fastify, '/user_avatars/*', (request, reply, path) => this.servePublicImage(request, reply, path));
    this.route(fastify, '/static/*', (request, reply, path) => this.staticFiles.serve(request, reply, path));
  }

  private route(fastify: FastifyInstance, url: string, serve: Serve): void {
    const failure = 'a file could not be served';
    this.routes.add(fastify, { methods: ['GET', 'HEAD'], urls: [url], gate: 'downloads', failure }, (request, reply) =>
      serve(request, reply, pathPart(request, '*')),
    );
  }

  private async serveUpload(
    request: FastifyRequest,
    reply: FastifyReply,
    pathId: string,
    isDownload: boolean,
  ): Promise<void> {
    await this.withAccess(request, pathId, (file, owner) => {
      const headers = { ...fileHeaders(file.contentType, file.fileName, isDownload), ...PRIVATE };
      return this.sendStored(request, reply, { key: uploadKey(pathId), headers, owner });
    });
  }

  private async serveTemporary(request: FastifyRequest, reply: FastifyReply, fileName: string): Promise<void> {
    const pathId = this.links.resolve(pathPart(request, 'token'), fileName);
    const realmId = Number(pathId.split('/')[0]);
    // Whoever had access when the address was made may use it; what the file is, is asked without a user.
    const described = await this.describe(this.contextOf(request), realmId, pathId);
    const headers = { ...fileHeaders(described.contentType, described.fileName, false), ...PRIVATE };
    await this.sendStored(request, reply, { key: uploadKey(pathId), headers, owner: { realmId } });
  }

  private async serveThumbnail(request: FastifyRequest, reply: FastifyReply, path: string): Promise<void> {
    const cut = path.lastIndexOf('/');
    const pathId = path.slice(0, Math.max(cut, 0));
    await this.withAccess(request, pathId, async (file) => {
      const thumbnail = file.image ? await this.thumbnails.open(pathId, path.slice(cut + 1)) : null;
      if (!thumbnail) throw notFound();
      void reply.headers({ ...fileHeaders('image/webp', 'thumbnail.webp', false), ...PRIVATE });
      void reply.header('content-length', thumbnail.size);
      await reply.send(thumbnail.content);
    });
  }

  /** What messages of long ago link to: `/thumbnail?url=user_uploads/…&size=full`. */
  private async serveOldThumbnail(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const url = queryOf(request).get('url');
    if (url === null) throw badRequest("Missing 'url' argument");
    const match = /^\/?user_uploads\/(.+)$/.exec(url);
    if (!match?.[1]) throw new DomainError('BAD_REQUEST', 'Access denied', { status: 403 });
    await this.serveUpload(request, reply, match[1], false);
  }

  private async servePublicImage(request: FastifyRequest, reply: FastifyReply, path: string): Promise<void> {
    const version = queryOf(request).get('version') ?? '';
    const headers = { ...fileHeaders(imageType(path), path.split('/').at(-1) ?? '', false), ...IMMUTABLE };
    const key = publicImageKey(versioned(path, version));
    const file = { key, headers, owner: { realmId: Number(path.split('/')[0]) || 0 } };
    if (await this.isSent(request, reply, file)) return;
    if (!(await this.isDrawn(request, path))) throw notFound();
    await this.sendStored(request, reply, file);
  }

  /** Avatars that the service draws are made when somebody wants to see them for the first time. */
  private async isDrawn(request: FastifyRequest, path: string): Promise<boolean> {
    const [, realmId, key] = AVATAR_PATH.exec(path) ?? [];
    if (realmId === undefined || key === undefined) return false;
    const avatar = { realm_id: Number(realmId), key };
    return (await this.rpc.call(drawAvatar, this.contextOf(request), avatar)).is_drawn;
  }

  /**
   * Sends a file to who may open it, in one of the places that he has.
   * @throws DomainError 404 or 403; 429 when too many files are on their way to the user
   */
  private async withAccess(
    request: FastifyRequest,
    pathId: string,
    send: (file: Awaited<ReturnType<FileRoutes['access']>>, owner: PaceOwner) => Promise<void>,
  ): Promise<void> {
    const actor = await this.actors.actorOf(request);
    const owner = { realmId: Number(pathId.split('/')[0]), userId: actor?.userId };
    const open = async () => send(await this.access(request, pathId, actor), owner);
    await (actor ? this.userPlaces.run('downloads', actor.userId, open) : open());
  }

  /** @throws DomainError 404 or 403 */
  private async access(request: FastifyRequest, pathId: string, actor: Actor | undefined) {
    const realmId = Number(/^(\d{1,9})\//.exec(pathId)?.[1]);
    if (!Number.isInteger(realmId)) throw notFound();
    const realm = actor ? { id: actor.realmId } : await this.realms.findByHost(request.host);
    if (realm?.id !== realmId) throw notFound();
    const file = await this.rpc.call(openAttachment, this.contextOf(request, actor), { realmId, pathId });
    if (file.access === 'missing') throw notFound();
    if (file.access === 'denied') throw new DomainError('BAD_REQUEST', 'Access denied', { status: 403 });
    if (!actor) await this.limits.countSpectatedFile(pathId);
    return file;
  }

  private async describe(context: CallContext, realmId: number, pathId: string) {
    const file = await this.rpc.call(openAttachment, context, { realmId, pathId, isGranted: true });
    if (file.access !== 'granted') throw notFound();
    return file;
  }

  private contextOf(request: FastifyRequest, actor?: Actor): CallContext {
    const deadlineAt = Date.now() + this.environment.STOA_HTTP_DEADLINE_SECONDS * 1000;
    return { requestId: request.id || randomUUID(), deadlineAt, actor };
  }

  private async sendStored(request: FastifyRequest, reply: FastifyReply, file: StoredFile): Promise<void> {
    if (!(await this.isSent(request, reply, file))) throw notFound();
  }

  /** @returns false if there is no such file; nothing was sent then */
  private async isSent(request: FastifyRequest, reply: FastifyReply, file: StoredFile): Promise<boolean> {
    const { key, headers, owner } = file;
    const pace = (content: Readable) => this.downloadPace.paced(content, owner);
    return isKey(key) && (await sendFile(request, reply, { files: this.files, key, headers, pace }));
  }
}

function notFound(): DomainError {
  return new DomainError('BAD_REQUEST', 'File not found', { status: 404 });
}

/** Icon and logos keep their name; each version is a file of its own. */
function versioned(path: string, version: string): string {
  const match = /^(\d+\/realm\/(?:icon|logo|night_logo))\.png$/.exec(path);
  return match?.[1] && /^\d+$/.test(version) ? `${match[1]}-${version}.png` : path;
}

function imageType(path: string): string | null {
  if (path.endsWith('.png')) return 'image/png';
  if (path.endsWith('.gif')) return 'image/gif';
  return path.endsWith('.webp') ? 'image/webp' : null;
}
