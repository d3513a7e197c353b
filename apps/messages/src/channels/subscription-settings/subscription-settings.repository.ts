import { Injectable } from '@nestjs/common';
import { WriteTransaction } from '@stoa/database';
import { SubscriptionChange } from './subscription-properties';

const COLUMNS = {
  color: 'text',
  is_muted: 'boolean',
  pin_to_top: 'boolean',
  desktop_notifications: 'boolean',
  audible_notifications: 'boolean',
  push_notifications: 'boolean',
  email_notifications: 'boolean',
  wildcard_mentions_notify: 'boolean',
} as const satisfies Record<SubscriptionChange['property'], string>;

const NAMES = Object.keys(COLUMNS);
const UPDATE = `UPDATE subscription s SET ${NAMES.map((name) => `${name} = COALESCE(n.${name}, s.${name})`).join(', ')}
  FROM unnest($2::int[], ${Object.values(COLUMNS)
    .map((type, index) => `$${index + 3}::${type}[]`)
    .join(', ')}) AS n (channel_id, ${NAMES.join(', ')})
  WHERE s.user_id = $1 AND s.channel_id = n.channel_id AND s.active RETURNING s.id, s.channel_id`;

@Injectable()
export class SubscriptionSettingsRepository {
  /**
   * One statement for all channels; of a property that is named twice the last value counts.
   * @returns row ids by channel, of subscriptions that are active
   */
  async store(
    tx: WriteTransaction,
    userId: number,
    changes: readonly { channelId: number; change: SubscriptionChange }[],
  ): Promise<Map<number, number>> {
    const byChannel = new Map<number, Map<string, boolean | string>>();
    for (const { channelId, change } of changes) {
      const values = byChannel.get(channelId) ?? new Map<string, boolean | string>();
      byChannel.set(channelId, values.set(change.property, change.value));
    }
    const column = (name: string) => [...byChannel.values()].map((values) => values.get(name) ?? null);
    const rows = await tx.query<{ id: number; channel_id: number }>(UPDATE, [
      userId,
      [...byChannel.keys()],
      ...NAMES.map(column),
    ]);
    return new Map(rows.map((row) => [row.channel_id, row.id]));
  }
}
