import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, RowOf, WriteTransaction } from '@stoa/database';
import type { PagePreview } from '@stoa/markdown';
import type { Rerendering } from '../../send/rendering/message-renderer';

/** A message whose links need previews. */
export type LinkPreviewJobRow = RowOf<'LinkPreviewJob', 'id' | 'messageId' | 'realmId' | 'attempts'> &
  RowOf<'Realm', 'partition'>;

/** How much one process takes on. */
export interface Share {
  limit: number;
  perRealm: number;
  busyRealms: readonly number[];
}

export interface Backlog {
  jobs: number;
  oldestSeconds: number;
}

export type PreviewsByUrl = ReadonlyMap<string, PagePreview | null>;

/** How long a row is left to who took it: longer than looking at all links of a message takes. */
const LEASE = "interval '60 seconds'";
/** Rows that the turn of organizations is worked out from. */
const LOOKED_AT = 2_000;

// What others take at the same moment is passed over: processes that waited for each other's rows could wait in a circle.
const TAKE = `
  WITH chosen AS (
    SELECT id FROM (
      SELECT d.id, d.due_at, row_number() OVER (PARTITION BY d.realm_id ORDER BY d.due_at, d.id) AS turn FROM (
        SELECT id, realm_id, due_at FROM link_preview_job
        WHERE due_at <= now() AND realm_id <> ALL ($2::int[]) ORDER BY due_at LIMIT ${LOOKED_AT}) d
    ) t WHERE turn <= $3 ORDER BY turn, due_at LIMIT $1
  ), free AS MATERIALIZED (
    SELECT f.id FROM link_preview_job f WHERE f.id IN (SELECT id FROM chosen) AND f.due_at <= now()
    FOR UPDATE SKIP LOCKED
  )
  UPDATE link_preview_job j SET due_at = now() + ${LEASE}, attempts = j.attempts + 1 FROM realm r
  WHERE r.id = j.realm_id AND j.id IN (SELECT id FROM free)
  RETURNING j.id, j.message_id AS "messageId", j.realm_id AS "realmId", r.partition, j.attempts`;

@Injectable()
export class LinkPreviewsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes on what is due, organizations in turn: nobody else does for a while.
   * @param busyRealms have their share of this process already
   */
  take({ limit, perRealm, busyRealms }: Share): Promise<LinkPreviewJobRow[]> {
    const parameters = [limit, busyRealms, perRealm];
    return this.database.query<LinkPreviewJobRow>('link_preview_jobs_take', TAKE, parameters);
  }

  /** Gives a job back that was not done. */
  async release(jobId: number): Promise<void> {
    await this.database.query('link_preview_job_release', 'UPDATE link_preview_job SET due_at = now() WHERE id = $1', [
      jobId,
    ]);
  }

  async drop(jobId: number): Promise<void> {
    await this.database.query('link_preview_job_drop', 'DELETE FROM link_preview_job WHERE id = $1', [jobId]);
  }

  async backlog(): Promise<Backlog> {
    const [row] = await this.database.query<{ jobs: number; oldest: number }>(
      'link_preview_backlog',
      `SELECT count(*) AS jobs, COALESCE(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
       FROM link_preview_job`,
    );
    return { jobs: row?.jobs ?? 0, oldestSeconds: row?.oldest ?? 0 };
  }

  /** What is known of some addresses. */
  async known(urls: readonly string[]): Promise<Map<string, PagePreview | null>> {
    const rows = await this.database.query<RowOf<'LinkPreview', 'url'> & { preview: PagePreview | null }>(
      'link_previews_known',
      'SELECT url, preview FROM link_preview WHERE url_digest = ANY($1::bytea[]) AND expires_at > now()',
      [urls.map(digestOf)],
    );
    return new Map(rows.map(({ url, preview }) => [url, preview]));
  }

  async remember(url: string, preview: PagePreview | null, forSeconds: number): Promise<void> {
    await this.database.query(
      'link_preview_remember',
      `INSERT INTO link_preview (url_digest, url, preview, expires_at)
       VALUES ($1, $2, $3::jsonb, now() + make_interval(secs => $4))
       ON CONFLICT (url_digest) DO UPDATE SET preview = excluded.preview, expires_at = excluded.expires_at`,
      [digestOf(url), url, preview === null ? null : JSON.stringify(preview), forSeconds],
    );
  }

  /** Forgets what nobody may use any more. */
  async forgetExpired(limit: number): Promise<number> {
    const rows = await this.database.query(
      'link_previews_forget',
      `DELETE FROM link_preview WHERE url_digest IN
         (SELECT url_digest FROM link_preview WHERE expires_at <= now() ORDER BY expires_at LIMIT $1) RETURNING 1`,
      [limit],
    );
    return rows.length;
  }

  /** Takes the job out. @returns false if it is gone: the message was edited or deleted, or somebody else was faster */
  async finish(tx: WriteTransaction, jobId: number): Promise<boolean> {
    const rows = await tx.query('DELETE FROM link_preview_job WHERE id = $1 RETURNING id', [jobId]);
    return rows.length > 0;
  }

  /** @param previews what its HTML shows */
  async store(
    tx: WriteTransaction,
    messageId: number,
    rendering: Rerendering,
    previews: Record<string, PagePreview>,
  ): Promise<void> {
    await tx.query(
      `UPDATE message SET rendered_content = $2, renderer_version = $3::smallint, has_image = $4, has_link = $5
       WHERE id = $1`,
      [messageId, rendering.html, rendering.version, rendering.hasImage, rendering.hasLink],
    );
    await tx.query(
      `INSERT INTO message_link_preview (message_id, previews) VALUES ($1, $2::jsonb)
       ON CONFLICT (message_id) DO UPDATE SET previews = excluded.previews`,
      [messageId, JSON.stringify(previews)],
    );
  }
}

function digestOf(url: string): Buffer {
  return createHash('sha256').update(url).digest();
}
