import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { FileStore, exportPrefix } from '@stoa/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFile } from '../file-reply';
import { GuardedRoutes } from '../../http/guarded-routes';
import { DownloadPace } from '../../overload/download-pace';
import { RealmLookup } from '../../access/realms/realm-lookup';

const ADDRESS = /^\/exports\/(\d{1,9})\/([0-9a-f]{64})\/export\.tar\.gz$/;
const HEADERS = {
  'cache-control': 'private, no-store',
  'content-disposition': 'attachment; filename="export.tar.gz"',
  'content-type': 'application/gzip',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Archives of data exports: whoever knows the address may fetch them, so only administrators get it. */
@Injectable()
export class ExportRoutes {
  constructor(
    private readonly files: FileStore,
    private readonly realms: RealmLookup,
    private readonly routes: GuardedRoutes,
    private readonly downloadPace: DownloadPace,
  ) {}

  register(fastify: FastifyInstance): void {
    const failure = 'an export was not served';
    const route = { methods: ['GET', 'HEAD'], urls: ['/exports/*'], gate: 'downloads', failure } as const;
    this.routes.add(fastify, route, (request, reply) => this.serve(request, reply));
  }

  private async serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const [, id = '', secret = ''] = ADDRESS.exec(request.url.split('?')[0] ?? '') ?? [];
    const realm = await this.realms.findByHost(request.host);
    const key = `${exportPrefix(Number(id))}${secret}/export.tar.gz`;
    const isHere = secret !== '' && realm?.id === Number(id);
    const pace = (content: Readable) => this.downloadPace.paced(content, { realmId: Number(id) });
    if (!isHere || !(await sendFile(request, reply, { files: this.files, key, headers: HEADERS, pace }))) {
      throw new DomainError('BAD_REQUEST', 'File not found', { status: 404 });
    }
  }
}
