import { Injectable } from '@nestjs/common';
import type { PartitionBeat } from '@stoa/contracts/changes';
import { ChangeLogStore, Database } from '@stoa/database';
import type { LogPage } from '@stoa/changes';
import { MISSED_SQL, missedColumns } from './missed-rows';
import { NewJob, NewMissedMessage, isNotification } from '../jobs';

/** The last change of a partition that was dealt with. */
export interface PushPosition {
  epoch: number;
  seq: number;
}

/** Notifications that no device shows: their flag goes at once. */
export interface FlaggedMessage {
  userId: number;
  messageId: number;
}

export interface CommittedBatch {
  partition: number;
  from: PushPosition;
  to: PushPosition;
  jobs: readonly NewJob[];
  missed: readonly NewMissedMessage[];
  unflagged: readonly FlaggedMessage[];
}

const PAGE_ROWS = 500;
const PAGE_BYTES = 4 * 1024 * 1024;

/** The position moves only from where the caller believes it, and rows are written only if it moved. */
const COMMIT_SQL = `WITH moved AS (
    UPDATE push_position SET epoch = $12, seq = $13, updated_at = now()
    WHERE partition = $9::smallint AND epoch = $10 AND seq = $11 RETURNING partition),
  written AS (
    INSERT INTO push_job (realm_id, user_id, message_id, removed_ids, trigger, mentioned_group_id,
      mentioned_group_name, sender_hidden, happened_at)
    SELECT j.realm_id, j.user_id, j.message_id, j.removed_ids::bigint[], j.trigger, j.group_id, j.group_name,
      j.sender_hidden, to_timestamp(j.happened_at / 1000.0)
    FROM unnest($14::int[], $15::int[], $16::bigint[], $17::text[], $18::text[], $19::int[], $20::text[], $21::bool[],
      $22::float8[]) WITH ORDINALITY AS j (realm_id, user_id, message_id, removed_ids, trigger, group_id, group_name,
      sender_hidden, happened_at, place)
    WHERE EXISTS (SELECT FROM moved) ORDER BY j.place),
  cleared AS (
    DELETE FROM pushed_message p USING unnest($23::int[], $24::bigint[]) AS u (user_id, message_id)
    WHERE p.user_id = u.user_id AND p.message_id = u.message_id AND EXISTS (SELECT FROM moved)),
  ${MISSED_SQL}
  SELECT partition FROM moved`;

/** Where push is in the change log, and what it makes of it: the two move together, so each change counts once. */
@Injectable()
export class PositionRepository {
  private readonly log: ChangeLogStore;

  constructor(private readonly database: Database) {
    this.log = new ChangeLogStore(database);
  }

  /** Heads of all partitions, their positions as they are stored, and whether anybody can be notified at all. */
  async overview(): Promise<{ hasDevices: boolean; partitions: Map<number, PartitionProgress> }> {
    const rows = await this.database.query<OverviewRow & Record<string, unknown>>(
      'push_overview',
      `SELECT r.partition, r.epoch, r.epoch_first_seq, r.head, p.epoch AS stored_epoch, p.seq AS stored_seq,
         EXISTS (SELECT FROM push_token) OR EXISTS (SELECT FROM push_device WHERE bouncer_device_id IS NOT NULL)
           OR EXISTS (SELECT FROM client_device WHERE push_token_id IS NOT NULL)
           OR EXISTS (SELECT FROM pushed_message) OR EXISTS (SELECT FROM push_job) AS has_devices
       FROM relay_partition r LEFT JOIN push_position p ON p.partition = r.partition`,
    );
    return {
      hasDevices: rows.some((row) => row.has_devices),
      partitions: new Map(rows.map((row) => [row.partition, partitionState(row)])),
    };
  }

  /** The first consumer of an installation begins with what comes next. */
  async begin(partition: number, position: PushPosition): Promise<void> {
    await this.database.query(
      'push_position_begin',
      'INSERT INTO push_position (partition, epoch, seq) VALUES ($1::smallint, $2, $3) ON CONFLICT DO NOTHING',
      [partition, position.epoch, position.seq],
    );
  }

  read(partition: number, afterSeq: number): Promise<LogPage> {
    return this.log.read(partition, afterSeq, PAGE_ROWS, PAGE_BYTES);
  }

  /** @returns false if another consumer has moved the position: nothing was written */
  async commit({ partition, from, to, jobs, missed, unflagged }: CommittedBatch): Promise<boolean> {
    const rows = await this.database.query('push_commit', COMMIT_SQL, [
      ...missedColumns(missed),
      partition,
      from.epoch,
      from.seq,
      to.epoch,
      to.seq,
      ...jobColumns(jobs),
      unflagged.map(({ userId }) => userId),
      unflagged.map(({ messageId }) => messageId),
    ]);
    return rows.length > 0;
  }
}

export interface PartitionProgress {
  beat: Pick<PartitionBeat, 'epoch' | 'epochFirstSeq' | 'head'>;
  position: PushPosition | null;
}

interface OverviewRow {
  partition: number;
  epoch: number;
  epoch_first_seq: number;
  head: number;
  stored_epoch: number | null;
  stored_seq: number | null;
  has_devices: boolean;
}

function partitionState(row: OverviewRow): PartitionProgress {
  const { epoch, epoch_first_seq: epochFirstSeq, head, stored_epoch, stored_seq } = row;
  const position = stored_epoch === null || stored_seq === null ? null : { epoch: stored_epoch, seq: stored_seq };
  return { beat: { epoch, epochFirstSeq, head }, position };
}

/** The columns of new rows, as far as they come from a job. */
export function jobColumns(jobs: readonly NewJob[]): unknown[][] {
  const work = jobs.map((job) => job.work);
  const notifications = work.map((item) => (isNotification(item) ? item : null));
  return [
    jobs.map(({ realmId }) => realmId),
    jobs.map(({ userId }) => userId),
    notifications.map((item) => item?.messageId ?? null),
    work.map((item) => (isNotification(item) ? '{}' : `{${item.removedIds.join()}}`)),
    notifications.map((item) => item?.trigger ?? null),
    notifications.map((item) => item?.mentionedGroup?.groupId ?? null),
    notifications.map((item) => item?.mentionedGroup?.name ?? null),
    notifications.map((item) => item?.isSenderHidden ?? false),
    jobs.map(({ happenedAtMs }) => happenedAtMs),
  ];
}
