import type { MessageKinds } from '@stoa/policy';
import type { WriteTransaction } from '../write-transaction';

/**
 * Orders the deletion of messages that accounts sent, in the transaction that deactivates them. They are done in this
 * order. One statement; none if nothing was chosen.
 */
export async function orderDeletions(
  tx: WriteTransaction,
  actorUserId: number,
  userIds: readonly number[],
  kinds: MessageKinds,
): Promise<void> {
  if (!kinds.publicChannels && !kinds.privateChannels && !kinds.direct) return;
  await tx.query(
    `INSERT INTO account_deletion (realm_id, user_id, actor_user_id, public_channels, private_channels, direct)
     SELECT $1, u.id, $2, $4, $5, $6 FROM unnest($3::int[]) WITH ORDINALITY AS u (id, place) ORDER BY u.place`,
    [tx.realmId, actorUserId, userIds, kinds.publicChannels, kinds.privateChannels, kinds.direct],
  );
}
