import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/contracts';
import { isAnswerable } from '@stoa/http-params';
import { LOGGER, type Logger } from '@stoa/observability';
import { FileStore, exportPrefix } from '@stoa/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError, sendFile } from '../files/file-reply';
import { RealmLookup } from '../realms/realm-lookup';

const ADDRESS = /^\/exports\/(\d{1,9})\/([0-9a-f]{64})\/export\.tar\.gz$/;
const HEADERS = {
  'cache-control': 'private, no-store',
  'content-disposition': 'attachment; filename="export.tar.gz"',
  'content-type': 'application/gzip',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Archives of data exports: whoever knows the address may fetch them, so only administrators are told it. */
@Injectable()
export class ExportRoutes {
  constructor(
    private readonly files: FileStore,
    private readonly realms: RealmLookup,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  register(fastify: FastifyInstance): void {
    fastify.route({
      method: ['GET', 'HEAD'],
      url: '/exports/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        try {
          await this.serve(request, reply);
        } catch (error) {
          if (!isAnswerable(error)) this.log.error({ err: error, requestId: request.id }, 'an export was not served');
          if (!reply.sent) await sendError(request, reply, error);
        }
        return reply;
      },
    });
  }

  private async serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const [, id = '', secret = ''] = ADDRESS.exec(request.url.split('?')[0] ?? '') ?? [];
    const realm = await this.realms.findByHost(request.host);
    const key = `${exportPrefix(Number(id))}${secret}/export.tar.gz`;
    const isHere = secret !== '' && realm?.id === Number(id);
    if (!isHere || !(await sendFile(request, reply, { files: this.files, key, headers: HEADERS }))) {
      throw new DomainError('BAD_REQUEST', 'File not found', { status: 404 });
    }
  }
}
