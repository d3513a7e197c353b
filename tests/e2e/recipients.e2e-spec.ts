import { TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { fetchNewest } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { TestQueue, isEvent, isMessage } from '../support/test-queue';

describe('people and bots to whom one writes', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bot: { user_id: number; email: string };

  beforeAll(async () => {
    cluster = await sharedCluster();
    ada = await createPerson(cluster, 'Ada');
    const { cross_realm_bots: bots } = await ada.client.succeed('POST', '/register', { event_types: ['realm_user'] });
    bot = bots.find(({ full_name: name }: { full_name: string }) => name === 'Notification Bot');
  });

  const post = (to: number[] | string[]) => ada.client.post('/messages', { type: 'direct', to, content: 'thanks' });

  it('can be bots of the service, by id or address, and that conversation can be read', async () => {
    const queue = await TestQueue.register(ada);
    const sent: number[] = [];
    for (const to of [[bot.user_id], [bot.email]]) {
      const { status, body } = await post(to);
      expect([status, body]).toMatchObject([200, { result: 'success' }]);
      sent.push(body.id);
    }
    await queue.next(isMessage(sent[1] ?? 0));
    for (const operand of [[bot.user_id], bot.email]) {
      const found = await fetchNewest(ada, [{ operator: 'dm', operand }]);
      expect(found.map(({ id }) => id)).toEqual(sent);
    }
  });

  it('can be bots of the service in drafts and while typing', async () => {
    const queue = await TestQueue.register(ada);
    await ada.client.succeed('POST', '/typing', { op: 'start', to: [bot.user_id] });
    expect((await queue.next(isEvent('typing', 'start'))).recipients).toHaveLength(2);
    const drafts = [{ type: 'private', to: [bot.user_id], topic: '', content: 'thanks' }];
    expect((await ada.client.succeed('POST', '/drafts', { drafts })).ids).toHaveLength(1);
  });

  it('are not found by an address that is hidden', async () => {
    const shy = await createPerson(cluster, 'Shy');
    await shy.client.succeed('PATCH', '/settings', { email_address_visibility: 4 });
    expectError(await post([shy.email]), `Invalid email '${shy.email}'`);
    const desc = `unknown user ${shy.email}`;
    const narrow = [{ operator: 'sender', operand: shy.email }];
    expectError(
      await ada.client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow }),
      `Invalid narrow operator: ${desc}`,
      { code: 'BAD_NARROW', desc },
    );
  });
});
