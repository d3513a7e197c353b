import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import {
  EXPORT_TYPES,
  deleteExport,
  listExportConsents,
  listExports,
  listNumberedExports,
  namedExport,
  requestExport,
} from '@stoa/contracts/organization';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { paramErrors } from '@stoa/http-params';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { FileStore, exportPrefix } from '@stoa/storage';
import { ChangeFacts, ChangeFactsReader } from '@stoa/directory';
import { requireRole } from '../../shared/user-changes/user-rules';
import { UsersEnvironment } from '../../users-environment';
import { ExportJob } from './export.job';
import { ExportsRepository, exportObject } from './exports.repository';
import { humanAdministrators } from '../../shared/user-changes/human-administrators';

const MOST_EXPORTS_A_WEEK = 5;
const MOST_MESSAGES = 250_000;
const MOST_UPLOADED_BYTES = 20 * 1024 ** 3;
/** The address of an archive is all that is needed to fetch it. */
const SECRET_BYTES = 32;

/** Exports of an organization's data (organization.md 12). */
@Injectable()
export class ExportsService {
  constructor(
    private readonly database: Database,
    private readonly repository: ExportsRepository,
    private readonly facts: ChangeFactsReader,
    private readonly files: FileStore,
    private readonly job: ExportJob,
    private readonly environment: UsersEnvironment,
  ) {}

  @Handles(listExports)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listExports>> {
    const { exports } = await this.listNumbered({ actor });
    return { exports: exports.map(namedExport) };
  }

  @Handles(listNumberedExports)
  async listNumbered({ actor }: Pick<ActorContext, 'actor'>): Promise<RpcResponse<typeof listNumberedExports>> {
    const rows = await this.repository.list(actor.realmId);
    return { exports: rows.map((row) => exportObject(row, actor.realmUrl)) };
  }

  @Handles(listExportConsents)
  async consents({ actor }: ActorContext): Promise<RpcResponse<typeof listExportConsents>> {
    return { export_consents: await this.repository.consents(actor.realmId) };
  }

  /**
   * Asks for an export; some replica makes it.
   * @throws DomainError `Exceeded rate limit.`, for an organization that is too large, and for types that there are not
   */
  @Handles(requestExport)
  async request(
    ctx: ActorContext,
    { export_type }: RequestOf<typeof requestExport>,
  ): Promise<RpcResponse<typeof requestExport>> {
    const { realmId } = ctx.actor;
    const exportType = requestedType(export_type);
    const secret = randomBytes(SECRET_BYTES).toString('hex');
    const id = await this.write(ctx, async (tx, facts) => {
      await this.checkExtent(tx);
      const path = `${exportPrefix(realmId)}${secret}/export.tar.gz`;
      const exportId = await this.repository.insert(tx, facts.requester.id, exportType, path);
      await this.tell(tx, facts, ctx.actor.realmUrl);
      return exportId;
    });
    this.job.wake();
    return { id };
  }

  /** @throws DomainError with a text of organization.md 12 */
  @Handles(deleteExport)
  async delete(ctx: ActorContext, { export_id: id }: RequestOf<typeof deleteExport>): Promise<void> {
    const path = await this.write(ctx, async (tx, facts) => {
      const row = await this.repository.find(tx, id);
      if (!row) throw badRequest('Invalid data export ID');
      if (row.deleted !== null) throw badRequest('Export already deleted');
      if (row.failed !== null) throw badRequest('Export failed, nothing to delete');
      if (row.completed === null) throw badRequest('Export still in progress');
      await this.repository.markDeleted(tx, id);
      await this.tell(tx, facts, ctx.actor.realmUrl);
      return row.export_path;
    });
    await this.files.delete([path]);
  }

  private async checkExtent(tx: WriteTransaction): Promise<void> {
    const { recentExports, messages, uploadedBytes } = await this.repository.extent(tx, MOST_MESSAGES);
    if (recentExports >= MOST_EXPORTS_A_WEEK) throw badRequest('Exceeded rate limit.');
    if (messages > MOST_MESSAGES || uploadedBytes > MOST_UPLOADED_BYTES) {
      const address = this.environment.STOA_SUPPORT_EMAIL;
      throw badRequest(
        `The export you requested is too large for automatic processing. Please request a manual export by contacting ${address}.`,
      );
    }
  }

  private async tell(tx: WriteTransaction, { users }: ChangeFacts, realmUrl: string): Promise<void> {
    const rows = await this.repository.listWithin(tx);
    const exports = rows.map((row) => exportObject(row, realmUrl));
    tx.emit(eventOf('realm_export', { exports }, humanAdministrators(users)));
  }

  /** Exclusive: of two who ask at the same time, the limit holds for both. */
  private write<T>(ctx: ActorContext, work: (tx: WriteTransaction, facts: ChangeFacts) => Promise<T>): Promise<T> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) => {
      const facts = await this.facts.current(ctx);
      requireRole('administrator', facts.requester);
      return work(tx, facts);
    });
  }
}

const PUBLIC = 1;
const WITHOUT_CONSENT = EXPORT_TYPES.indexOf('full_without_consent') + 1;

/** The number of a type, which may be given as such. @throws DomainError for others, and for what nobody may export */
function requestedType(given: unknown): number {
  if (given === undefined) return PUBLIC;
  const text = String(given);
  const number = EXPORT_TYPES.findIndex((name, index) => text === name || text === String(index + 1)) + 1;
  if (number === 0) throw paramErrors.notInList('export_type');
  if (number === WITHOUT_CONSENT) throw badRequest('Full exports without consent are not permitted.');
  return number;
}
