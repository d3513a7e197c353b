import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import { RealmSettings } from '@stoa/directory';
import { MessagesEnvironment } from '../messages.environment';

/** What rendering looks up beside the directory. */
@Injectable()
export class RenderRepository {
  constructor(
    private readonly database: Database,
    private readonly environment: MessagesEnvironment,
  ) {}

  /** Address of the organization, without trailing slash (organization.md 1.6). */
  realmUrl(settings: RealmSettings): string {
    const { STOA_EXTERNAL_SCHEME: scheme, STOA_EXTERNAL_HOST: host } = this.environment;
    return `${scheme}://${settings.stringId === '' ? '' : `${settings.stringId}.`}${host}`;
  }

  async subscribedChannelIds(userId: number): Promise<ReadonlySet<number>> {
    const rows = await this.database.query<{ channel_id: number }>(
      'subscribed_channel_ids',
      'SELECT channel_id FROM subscription WHERE user_id = $1 AND active',
      [userId],
    );
    return new Set(rows.map((row) => row.channel_id));
  }

  async latestMessage(recipientId: number, topic: string): Promise<number | null> {
    const [row] = await this.database.query<{ id: number }>(
      'latest_message_of_topic',
      'SELECT id FROM message WHERE recipient_id = $1 AND lower(topic) = lower($2) ORDER BY id DESC LIMIT 1',
      [recipientId, topic],
    );
    return row?.id ?? null;
  }
}
