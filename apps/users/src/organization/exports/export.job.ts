import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Actor } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import { sendPendingNotices } from '@stoa/contracts/messages';
import { Database, addPendingNotices, directNotice, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import type { DirectoryUser } from '@stoa/directory';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { realmUrl } from '@stoa/policy';
import { RpcClient } from '@stoa/rpc';
import { FileStore } from '@stoa/storage';
import { text } from '@stoa/texts';
import { UsersEnvironment } from '../../users-environment';
import { ArchiveWriter } from './archive-writer';
import { humanAdministrators } from '../../shared/user-changes/human-administrators';
import { ExportsRepository, OpenExport, exportObject } from './exports.repository';

const PAUSE_MS = 5_000;
/** The same while nobody waits for one: who asks wakes the job, and who makes one has a minute to renew its claim. */
const QUIET_MS = 20_000;
const RENEWAL_MS = 15_000;
const MOST_ATTEMPTS = 3;
const NOTICE_DEADLINE_MS = 30_000;
/**
 * Makes the archives of exports. In every replica: each export is claimed, and taken over when its claim is not renewed for
 * a minute, so a killed replica only delays it; only the holder of the claim says that it is done.
 */
@Injectable()
export class ExportJob extends PeriodicJob {
  constructor(
    private readonly database: Database,
    private readonly repository: ExportsRepository,
    private readonly facts: ChangeFactsReader,
    private readonly archives: ArchiveWriter,
    private readonly files: FileStore,
    private readonly rpc: RpcClient,
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) log: Logger,
  ) {
    super({ failure: 'exports could not be looked for', everyMs: PAUSE_MS, quietMs: QUIET_MS }, log);
  }

  /** What is under way when the service ends is given up: another replica begins anew. */
  async round(): Promise<void> {
    const first = await this.repository.next();
    if (!first) this.foundNothing();
    for (let open = first; open; open = await this.repository.next()) {
      if (this.stopping.aborted) return;
      await this.take(open);
    }
  }

  private async take(open: OpenExport): Promise<void> {
    const claim = randomUUID();
    if (!(await this.database.write(open, [], (tx) => this.repository.claim(tx, open.id, claim)))) return;
    const renewal = setInterval(() => this.renew(open, claim), RENEWAL_MS);
    try {
      await this.archives.write(open, this.stopping);
      await this.finish(open, claim, false);
    } catch (error) {
      if (this.stopping.aborted) return;
      this.log.error({ err: error, exportId: open.id, realmId: open.realmId }, 'an export failed');
      if (open.attempts + 1 >= MOST_ATTEMPTS) await this.finish(open, claim, true);
    } finally {
      clearInterval(renewal);
    }
  }

  private renew(open: OpenExport, claim: string): void {
    this.database
      .write(open, [], (tx) => this.repository.renew(tx, open.id, claim))
      .catch((error: unknown) => this.log.warn({ err: error, exportId: open.id }, 'a claim could not be renewed'));
  }

  /** A process that lost the claim sends nothing; the file is the same for everybody. */
  private async finish(open: OpenExport, claim: string, hasFailed: boolean): Promise<void> {
    const { id, realmId } = open;
    const told = await this.database.write(open, [lockRealm(realmId, 'shared')], async (tx) => {
      const { users } = await this.facts.ofRealm(realmId);
      if (!(await this.repository.finish(tx, id, claim, hasFailed))) return undefined;
      const rows = await this.repository.listWithin(tx);
      const exports = rows.map((row) => exportObject(row, this.urlOf(open)));
      tx.emit(eventOf('realm_export', { exports }, humanAdministrators(users)));
      const requester = users.get(open.actingUserId);
      if (hasFailed || !requester?.isActive) return undefined;
      const { ids } = await addPendingNotices(tx, requester.id, [
        directNotice(requester.id, text(requester.language, 'export.complete'), 'direct_unread'),
      ]);
      return { requester, noticeIds: [...ids] };
    });
    if (hasFailed) await this.files.delete([open.exportPath]);
    if (told) await this.tellRequester(open, told.requester, told.noticeIds);
  }

  private async tellRequester(open: OpenExport, requester: DirectoryUser, noticeIds: number[]): Promise<void> {
    const ctx = {
      requestId: randomUUID(),
      deadlineAt: Date.now() + NOTICE_DEADLINE_MS,
      actor: this.actorOf(open, requester),
    };
    try {
      await this.rpc.call(sendPendingNotices, ctx, { noticeIds });
    } catch (error) {
      this.log.error({ err: error, exportId: open.id }, 'who asked for an export is told later');
    }
  }

  private actorOf(open: OpenExport, user: DirectoryUser): Actor {
    const { realmId, partition } = open;
    const realmUrl = this.urlOf(open);
    const { id: userId, role, isBot, botType, email, deliveryEmail, fullName, canForgeSender } = user;
    return {
      ...{ realmId, partition, realmUrl, realmHost: realmUrl.slice(realmUrl.indexOf('://') + 3) },
      ...{ userId, role, isBot, botType, email, deliveryEmail, fullName, canForgeSender },
      clientName: 'Internal',
      canCreateUsers: false,
    };
  }

  private urlOf(realm: OpenExport): string {
    return realmUrl(realm, this.environment);
  }
}
