import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Actor, Surface } from '@stoa/contracts/rpc';
import { DomainError, badRequest, notLoggedIn } from '@stoa/errors';
import { protocolErrors } from '@stoa/http-params';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UserPlaces } from '../overload/user-places';
import { answerLanguage } from '../access/answer-language';
import { RateLimits } from '../access/rate-limits/rate-limits';
import { API_PREFIX, SESSION_PREFIX } from '../http/endpoint-router';
import { GuardedRoutes, pathPart } from '../http/guarded-routes';
import { rateLimitHeaders } from '../http/rate-limit-headers';
import type { Gate } from '../overload/request-gates';
import { FileActors } from './actors';
import { limited } from './limited-stream';
import { ResumableStore, ResumableUpload, newUploadId } from './resumable-store';
import { UploadIntake } from './upload-intake';

/** Like endpoints, they are on both surfaces. */
const PATHS: readonly [surface: Surface, path: string][] = [
  ['key', `${API_PREFIX}/tus`],
  ['session', `${SESSION_PREFIX}/tus`],
];
const VERSION = '1.0.0';
const PIECE_TYPE = 'application/offset+octet-stream';
const UPLOAD_MS = 280_000;

/** Who uploads, and where the surface has the uploads. */
interface Uploader {
  actor: Actor;
  path: string;
}

type Answer = (request: FastifyRequest, reply: FastifyReply, uploader: Uploader) => Promise<void>;

/** Uploads that continue after an interruption: the tus protocol 1.0 with creation and termination (messages.md 15). */
@Injectable()
export class ResumableRoutes {
  constructor(
    private readonly actors: FileActors,
    private readonly uploads: ResumableStore,
    private readonly intake: UploadIntake,
    private readonly routes: GuardedRoutes,
    private readonly limits: RateLimits,
    private readonly userPlaces: UserPlaces,
  ) {}

  register(fastify: FastifyInstance): void {
    // Pieces are files: they go on as they arrive.
    fastify.addContentTypeParser(PIECE_TYPE, (_request, payload, done) => done(null, payload));
    for (const [surface, path] of PATHS) this.registerSurface(fastify, surface, path);
  }

  private registerSurface(fastify: FastifyInstance, surface: Surface, path: string): void {
    const all = [path, `${path}/`];
    for (const url of all) {
      fastify.route({ method: 'OPTIONS', url, handler: (_request, reply) => this.describe(reply) });
    }
    const one = [`${path}/:id`];
    const route = (method: string, urls: string[], gate: Gate, answer: Answer) =>
      this.routes.add(
        fastify,
        { methods: [method], urls, gate, failure: 'an upload failed' },
        async (request, reply) => {
          void reply.headers({ 'tus-resumable': VERSION, 'cache-control': 'no-store' });
          const actor = await this.actors.actorOf(request, [surface]);
          if (!actor) throw notLoggedIn();
          await this.count(reply, actor);
          if (request.headers['tus-resumable'] === VERSION) {
            const share = gate === 'uploads' ? 'uploads' : 'requests';
            await this.userPlaces.run(share, actor.userId, () => answer(request, reply, { actor, path }));
          } else await reply.code(412).header('tus-version', VERSION).send('');
        },
      );
    route('POST', all, 'requests', (request, reply, uploader) => this.create(request, reply, uploader));
    route('HEAD', one, 'requests', (request, reply, uploader) => this.tell(request, reply, uploader));
    // A piece comes at the pace of its sender, as other files do.
    route('PATCH', one, 'uploads', (request, reply, uploader) => this.append(request, reply, uploader));
    route('DELETE', one, 'requests', (request, reply, uploader) => this.terminate(request, reply, uploader));
  }

  /** Each is a request like any other of the API. @throws DomainError RATE_LIMIT_HIT (429) */
  private async count(reply: FastifyReply, { userId }: Actor): Promise<void> {
    const limit = await this.limits.countUser(userId);
    if (!limit) return;
    void reply.headers(rateLimitHeaders(limit));
    if (!limit.isAllowed) throw protocolErrors.rateLimited(limit.retryAfterSeconds);
  }

  private async describe(reply: FastifyReply): Promise<FastifyReply> {
    await reply
      .code(204)
      .headers({
        'tus-resumable': VERSION,
        'tus-version': VERSION,
        'tus-extension': 'creation,termination',
        'tus-max-size': String(this.intake.largestBytes),
      })
      .send();
    return reply;
  }

  private async create(request: FastifyRequest, reply: FastifyReply, { actor, path }: Uploader): Promise<void> {
    const header = request.headers['upload-length'];
    if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) {
      return void (await reply.code(411).send({ message: 'Upload-Length is required' }));
    }
    const metadata = textHeader(request, 'upload-metadata');
    const facts = parseMetadata(metadata);
    const upload: ResumableUpload = {
      id: newUploadId(),
      userId: actor.userId,
      length: Number(header),
      fileName: facts.get('filename') ?? facts.get('name') ?? '',
      contentType: facts.get('filetype') ?? facts.get('type'),
      metadata,
    };
    try {
      await this.begin(request, actor, upload);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return refuse(request, reply, error);
    }
    await reply
      .code(201)
      .header('location', `${actor.realmUrl}${path}/${upload.id}`)
      .header('upload-offset', '0')
      .send('');
  }

  private async tell(request: FastifyRequest, reply: FastifyReply, { actor }: Uploader): Promise<void> {
    const upload = await this.access(request, actor);
    const offset = await this.uploads.offset(upload.id);
    await reply
      .code(200)
      .headers({
        'upload-offset': String(offset),
        'upload-length': String(upload.length),
        ...(upload.metadata === '' ? {} : { 'upload-metadata': upload.metadata }),
      })
      .send('');
  }

  private async append(request: FastifyRequest, reply: FastifyReply, { actor }: Uploader): Promise<void> {
    const upload = await this.access(request, actor);
    const { body } = request;
    if (request.headers['content-type'] !== PIECE_TYPE || !(body instanceof Readable)) {
      return void (await reply.code(415).send({ message: `Content-Type must be ${PIECE_TYPE}` }));
    }
    let offset = await this.uploads.offset(upload.id);
    if (textHeader(request, 'upload-offset') !== String(offset)) {
      body.resume();
      return void (await reply.code(409).send({ message: 'Upload-Offset is not where the upload is' }));
    }
    if (offset < upload.length) {
      offset = await this.uploads.append(upload.id, offset, limited(body, upload.length - offset));
    }
    if (offset < upload.length) return void (await reply.code(204).header('upload-offset', String(offset)).send());
    await this.finish(request, reply, actor, upload);
  }

  private async finish(
    request: FastifyRequest,
    reply: FastifyReply,
    actor: Actor,
    upload: ResumableUpload,
  ): Promise<void> {
    try {
      const { url, filename } = await this.intake.take(contextOf(request, actor), {
        fileName: upload.fileName,
        contentType: upload.contentType,
        content: this.uploads.content(upload.id),
        uploadId: upload.id,
      });
      await this.uploads.remove(upload.id);
      await reply.code(200).header('upload-offset', String(upload.length)).send({ url, filename });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.discard(contextOf(request, actor), upload.id);
      await refuse(request, reply, error);
    }
  }

  private async terminate(request: FastifyRequest, reply: FastifyReply, { actor }: Uploader): Promise<void> {
    const upload = await this.access(request, actor);
    await this.discard(contextOf(request, actor), upload.id);
    await reply.code(204).send();
  }

  /** @throws DomainError where the file cannot begin */
  private async begin(request: FastifyRequest, actor: Actor, upload: ResumableUpload): Promise<void> {
    const ctx = contextOf(request, actor);
    if (upload.length > this.intake.largestBytes) throw this.intake.tooLarge();
    if (upload.length === 0) throw badRequest('You must specify a file to upload');
    await this.intake.reserve(ctx, upload.id, upload.length);
    try {
      await this.uploads.create(upload);
    } catch (error) {
      await this.intake.release(ctx, upload.id);
      throw error;
    }
  }

  /** The bytes go first: as long as they are there, they count. */
  private async discard(ctx: ReturnType<typeof contextOf>, uploadId: string): Promise<void> {
    await this.uploads.remove(uploadId);
    await this.intake.release(ctx, uploadId);
  }

  /** @throws DomainError 404 if there is no such upload of this user */
  private async access(request: FastifyRequest, actor: Actor): Promise<ResumableUpload> {
    const upload = await this.uploads.find(pathPart(request, 'id'), actor.userId);
    if (!upload) throw new DomainError('BAD_REQUEST', 'Upload not found', { status: 404 });
    return upload;
  }
}

/** What people see when a file is not taken. */
async function refuse(request: FastifyRequest, reply: FastifyReply, error: DomainError): Promise<void> {
  const { tag, translate } = answerLanguage(request);
  const message = translate?.(error.message) ?? error.message;
  await reply.code(413).header('content-language', tag).send({ message });
}

function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.status === 400;
}

function contextOf(request: FastifyRequest, actor: Actor) {
  return { requestId: request.id, deadlineAt: Date.now() + UPLOAD_MS, actor };
}

function textHeader(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

/** `key base64,key base64`: pairs of the tus protocol. */
function parseMetadata(header: string): Map<string, string> {
  const pairs = header.split(',').map((pair) => pair.trim().split(/\s+/));
  return new Map(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString()]));
}
