import { Injectable } from '@nestjs/common';
import { Database, RowOf } from '@stoa/database';
import { RealmSettings } from '@stoa/directory';
import { mediaProxyKey } from '@stoa/outgoing-http';
import { MessagesEnvironment } from '../../messages.environment';

/** Facts for rendering that the directory does not have. */
@Injectable()
export class RenderRepository {
  /** Signs addresses of external media; undefined when they are not proxied. */
  readonly mediaProxyKey: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly environment: MessagesEnvironment,
  ) {
    this.mediaProxyKey = mediaProxyKey(environment);
  }

  /** Address of the organization, without trailing slash (organization.md 1.6). */
  realmUrl(settings: RealmSettings): string {
    const { STOA_EXTERNAL_SCHEME: scheme, STOA_EXTERNAL_HOST: host } = this.environment;
    return `${scheme}://${settings.stringId === '' ? '' : `${settings.stringId}.`}${host}`;
  }

  async subscribedChannelIds(userId: number): Promise<ReadonlySet<number>> {
    const rows = await this.database.query<RowOf<'Subscription', 'channel_id'>>(
      'subscribed_channel_ids',
      'SELECT channel_id FROM subscription WHERE user_id = $1 AND active',
      [userId],
    );
    return new Set(rows.map((row) => row.channel_id));
  }

  /** The newest message of each topic, in the order of the topics; null where there is none. */
  async latestMessages(topics: readonly { recipientId: number; topic: string }[]): Promise<(number | null)[]> {
    if (topics.length === 0) return [];
    const rows = await this.database.query<{ id: number | null }>(
      'latest_messages_of_topics',
      `SELECT (SELECT m.id FROM message m WHERE m.recipient_id = t.recipient_id AND lower(m.topic) = lower(t.topic)
         ORDER BY m.id DESC LIMIT 1) AS id
       FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS t (recipient_id, topic, position) ORDER BY t.position`,
      [topics.map(({ recipientId }) => recipientId), topics.map(({ topic }) => topic)],
    );
    return rows.map((row) => row.id);
  }
}
