import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { PagePreview, RENDERER_VERSION } from '@stoa/markdown';
import type { Rerendering } from '../../send/rendering/message-renderer';

/** A message whose HTML is of an older renderer. */
export interface StaleMessage extends RowOf<
  'Message',
  'id' | 'realm_id' | 'sender_id' | 'content' | 'rendered_content'
> {
  /** What its HTML shows of linked pages, by address. */
  previews: Record<string, PagePreview> | null;
}

/** A message with its new HTML. */
export interface RenewedMessage {
  message: Pick<StaleMessage, 'id' | 'content' | 'rendered_content'>;
  rendering: Rerendering;
}

/** Messages that one statement reads; most need nothing. */
const WINDOW = 5_000;
/** The longest that releases run side by side: messages that an older one writes meanwhile are met as well. */
const OVERLAP = "interval '1 hour'";
const LEASE = "interval '30 seconds'";

const COLUMNS = `m.id, m.realm_id, m.sender_id, m.content, m.rendered_content,
  (SELECT p.previews FROM message_link_preview p WHERE p.message_id = m.id) AS previews`;

/** The SQL of rendering older messages again. */
@Injectable()
export class StaleMessagesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Makes this process the one that walks through all messages, or keeps it so, for half a minute.
   * @returns the message up to which all is done; null if somebody else walks, or nobody needs to any more
   */
  async claim(holder: string): Promise<number | null> {
    const [row] = await this.database.query<RowOf<'RenderingWalk', 'position'>>(
      'rendering_walk_claim',
      `INSERT INTO rendering_walk AS w (renderer_version, leased_until, holder) VALUES ($1::smallint, now() + ${LEASE}, $2)
       ON CONFLICT (renderer_version) DO UPDATE SET leased_until = excluded.leased_until, holder = excluded.holder
         WHERE w.finished_at IS NULL AND (w.leased_until <= now() OR w.holder = excluded.holder)
       RETURNING position`,
      [RENDERER_VERSION, holder],
    );
    return row?.position ?? null;
  }

  /** The next stale messages after a position, ascending, and how far was looked; undefined at the end of all messages. */
  async next(position: number, limit: number): Promise<{ messages: StaleMessage[]; upTo: number } | undefined> {
    const [window] = await this.database.query<{ last: number | null }>(
      'rendering_walk_window',
      `SELECT max(id) AS last FROM (SELECT id FROM message WHERE id > $1 ORDER BY id LIMIT ${WINDOW}) w`,
      [position],
    );
    if (!window || window.last === null) return undefined;
    const messages = await this.database.query<StaleMessage & Record<string, unknown>>(
      'stale_messages',
      `SELECT ${COLUMNS} FROM message m
       WHERE m.id > $1 AND m.id <= $2 AND m.renderer_version < $3 ORDER BY m.id LIMIT $4`,
      [position, window.last, RENDERER_VERSION, limit],
    );
    const last = messages.length === limit ? messages.at(-1)?.id : undefined;
    return { messages, upTo: last ?? window.last };
  }

  /** @returns false if another process walks now */
  async advance(holder: string, position: number): Promise<boolean> {
    const rows = await this.database.query(
      'rendering_walk_advance',
      `UPDATE rendering_walk SET position = $3, leased_until = now() + ${LEASE}
       WHERE renderer_version = $1 AND holder = $2 RETURNING position`,
      [RENDERER_VERSION, holder, position],
    );
    return rows.length > 0;
  }

  /** All messages were checked; the walk ends unless older releases may still write. @returns whether it did */
  async finish(holder: string): Promise<boolean> {
    const rows = await this.database.query(
      'rendering_walk_finish',
      `UPDATE rendering_walk SET finished_at = now()
       WHERE renderer_version = $1 AND holder = $2 AND started_at < now() - ${OVERLAP} RETURNING position`,
      [RENDERER_VERSION, holder],
    );
    return rows.length > 0;
  }

  /** Previews of messages that are about to be rendered again. */
  async previewsOf(messageIds: readonly number[]): Promise<Map<number, Record<string, PagePreview>>> {
    const rows = await this.database.query<
      RowOf<'MessageLinkPreview', 'message_id'> & { previews: Record<string, PagePreview> }
    >(
      'message_link_previews',
      'SELECT message_id, previews FROM message_link_preview WHERE message_id = ANY($1::bigint[])',
      [messageIds],
    );
    return new Map(rows.map(({ message_id: id, previews }) => [id, previews]));
  }

  /**
   * Writes new HTML where the message is what was rendered: one that was edited, or rendered, meanwhile is left alone,
   * and so is one that another process works on. @returns the ids that were written
   */
  async store(renewed: readonly RenewedMessage[]): Promise<number[]> {
    const rows = await this.database.query<RowOf<'Message', 'id'>>(
      'stale_messages_store',
      `WITH free AS MATERIALIZED (
         SELECT m.id, u.html, u.has_image, u.has_link
         FROM message m JOIN unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::boolean[])
           AS u (id, content, before, html, has_image, has_link) ON u.id = m.id
         WHERE m.renderer_version < $1 AND md5(m.content) = u.content AND md5(m.rendered_content) = u.before
         ORDER BY m.id FOR NO KEY UPDATE OF m SKIP LOCKED)
       UPDATE message m SET rendered_content = f.html, renderer_version = $1::smallint, has_image = f.has_image,
         has_link = f.has_link
       FROM free f WHERE m.id = f.id RETURNING m.id`,
      [
        RENDERER_VERSION,
        renewed.map(({ message }) => message.id),
        renewed.map(({ message }) => md5(message.content)),
        renewed.map(({ message }) => md5(message.rendered_content)),
        renewed.map(({ rendering }) => rendering.html),
        renewed.map(({ rendering }) => rendering.hasImage),
        renewed.map(({ rendering }) => rendering.hasLink),
      ],
    );
    return rows.map(({ id }) => id);
  }
}

/** A short stand-in for a text that is compared; nobody's secret depends on it. */
function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
