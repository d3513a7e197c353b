import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { FileStore, INCOMING_PREFIX, RESUMABLE_PREFIX } from '@stoa/storage';
import { MessagesEnvironment } from '../../messages.environment';
import { attachmentRemoved } from './attachment-change';
import { AttachmentsRepository } from './attachments.repository';
import { OpenUploadsRepository } from './open-uploads.repository';
import { uploadKeys } from './upload-keys';

const HOUR_MS = 3_600_000;
/** A resumable upload may be continued for so long; what a request leaves behind is not needed after it. */
const ABANDONED_MS = 24 * HOUR_MS;
const BATCH = 200;

/**
 * Removes what nobody needs: files that no message ever claimed, or that lost their last message; uploads that were
 * never completed, with what they reserved. Every replica does it periodically; each file is locked and checked again before it goes, so
 * two at once only waste work.
 */
@Injectable()
export class AttachmentCleanupJob extends PeriodicJob {
  constructor(
    private readonly database: Database,
    private readonly repository: AttachmentsRepository,
    private readonly uploads: OpenUploadsRepository,
    private readonly files: FileStore,
    private readonly environment: MessagesEnvironment,
    @Inject(LOGGER) log: Logger,
  ) {
    const everyMs = environment.STOA_UPLOAD_CLEANUP_SECONDS * 1000;
    super({ failure: 'unused files could not be removed', everyMs }, log);
  }

  async round(): Promise<void> {
    await this.removeUnclaimed();
    await this.endExpiredUploads();
    await this.removeAbandoned();
    await this.files.sweep(ABANDONED_MS);
  }

  private async removeUnclaimed(): Promise<void> {
    const afterSeconds = this.environment.STOA_UPLOAD_UNCLAIMED_SECONDS;
    for (;;) {
      const found = await this.repository.unclaimed(afterSeconds, BATCH);
      const [first] = found;
      if (!first || this.stopping.aborted) return;
      const ofOneRealm = found.filter((file) => file.realm_id === first.realm_id).map((file) => file.id);
      await this.removeFiles({ realmId: first.realm_id, partition: first.partition }, ofOneRealm);
    }
  }

  private async removeFiles(realm: { realmId: number; partition: number }, ids: readonly number[]): Promise<void> {
    const paths = await this.database.write(realm, [], async (tx) => {
      await this.repository.lock(tx, ids);
      const unused = await this.repository.stillUnused(tx, ids);
      await this.repository.delete(
        tx,
        unused.map((file) => file.id),
      );
      const { used } = await this.repository.addSpace(tx, -unused.reduce((sum, file) => sum + file.size, 0));
      for (const file of unused) tx.emit(attachmentRemoved(file.owner_id, file.id, used));
      return unused.map((file) => file.path_id);
    });
    await this.files.delete(paths.flatMap(uploadKeys));
  }

  /** The bytes go first: as long as they are there, they count. */
  private async endExpiredUploads(): Promise<void> {
    for (;;) {
      const expired = await this.uploads.expired(ABANDONED_MS / 1000, BATCH);
      if (expired.length === 0 || this.stopping.aborted) return;
      const keys: string[] = [];
      for (const id of expired) {
        for await (const { key } of this.files.list(`${RESUMABLE_PREFIX}${id}/`)) keys.push(key);
      }
      await this.files.delete(keys);
      await this.uploads.forget(expired);
    }
  }

  private async removeAbandoned(): Promise<void> {
    for (const prefix of [INCOMING_PREFIX, RESUMABLE_PREFIX]) {
      const old: string[] = [];
      for await (const file of this.files.list(prefix)) {
        if (Date.now() - file.modifiedAt.getTime() > ABANDONED_MS) old.push(file.key);
      }
      await this.files.delete(old);
    }
  }
}
