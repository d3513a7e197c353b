import { ResponseBody, TestCluster, TestResponse } from '@stoa/testing';
import { inDatabase } from './database';
import { Person } from './people';

const FUTURE = 'Scheduled delivery time must be in the future.';
const FURTHEST_SECONDS = 60;

/**
 * Has something be delivered soon. A busy machine may take the request when that time has passed: then a later one is asked
 * for.
 * @param order with a time in UNIX seconds
 * @returns the fields of the answer that took it
 */
export async function orderSoon(order: (at: number) => Promise<TestResponse>): Promise<ResponseBody> {
  for (let ahead = 2; ; ahead *= 2) {
    const { status, body } = await order(Math.ceil(Date.now() / 1000) + ahead);
    if (status === 200) return body;
    if (body.msg !== FUTURE || ahead > FURTHEST_SECONDS) throw new Error(`refused: ${JSON.stringify(body)}`);
  }
}

/**
 * Has scheduled messages be due, for so many whole seconds. @param helper whose own scheduled messages nobody looks at: a
 * replica that writes some looks at what is due, and would else find out within ten seconds
 */
export async function makeDue(
  cluster: TestCluster,
  helper: Person,
  ids: readonly number[],
  secondsAgo = 0,
): Promise<void> {
  await inDatabase(cluster, (database) =>
    database.query(
      'test_make_due',
      `UPDATE scheduled_message SET deliver_at = date_trunc('second', now()) - $2 * interval '1 second'
       WHERE id = ANY ($1::int[])`,
      [ids, secondsAgo],
    ),
  );
  const { scheduled_message_id: id } = await helper.client.succeed('POST', '/scheduled_messages', {
    ...{ type: 'direct', to: [helper.userId], content: 'much later' },
    scheduled_delivery_timestamp: Math.ceil(Date.now() / 1000) + 3_600,
  });
  await helper.client.succeed('DELETE', `/scheduled_messages/${id}`);
}
