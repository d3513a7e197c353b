import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { MODERN_REGISTRATION, expectStateFolds } from '../support/folding';
import { sendDirect } from '../support/messages';
import { Person, addPerson, createPerson, ownerOf, unique } from '../support/people';

/** State plus events is state: what a client folds equals what a fresh registration gives (realtime.md 9.1). */
describe('folding events into the state', () => {
  let cluster: TestCluster;
  let ada: Person;
  let grace: Person;
  let owner: Person;
  let channel = '';

  beforeAll(async () => {
    cluster = await sharedCluster();
    owner = await ownerOf(cluster);
    ada = await createPerson(cluster, 'Ada');
    grace = await createPerson(cluster, 'Grace');
    channel = unique('state');
    await subscribe(ada, channel, [ada, grace]);
  });

  const subscribe = (by: Person, name: string, who: Person[], settings: Parameters = {}) =>
    by.client.succeed('POST', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: who.map(({ userId }) => userId),
      ...settings,
    });
  const send = async (by: Person, topic: string, content = 'hello'): Promise<number> =>
    (await by.client.succeed('POST', '/messages', { type: 'stream', to: channel, topic, content })).id;

  const expectFolded = (viewer: Person, act: () => Promise<unknown>) =>
    expectStateFolds({ viewers: [{ person: viewer, registration: MODERN_REGISTRATION }], markedBy: owner }, act);

  it('of messages, in channels and direct', () =>
    expectFolded(ada, async () => {
      await send(grace, 'lunch');
      await send(grace, 'Lunch', `@**${ada.fullName}** hi`);
      await send(ada, 'mine');
      await send(grace, '');
      await sendDirect(grace, [ada]);
      await sendDirect(grace, [ada, owner]);
      await sendDirect(ada, [ada]);
    }));

  it('of flags that change', async () => {
    const ids = [await send(grace, 'flags'), await send(grace, 'flags'), await sendDirect(grace, [ada])];
    const flag = (op: string, name: string, messages: number[]) =>
      ada.client.succeed('POST', '/messages/flags', { messages, op, flag: name });
    await expectFolded(ada, async () => {
      await flag('add', 'read', ids);
      await flag('add', 'starred', ids.slice(0, 2));
    });
    await expectFolded(ada, async () => {
      await flag('remove', 'read', ids);
      await flag('remove', 'starred', ids.slice(0, 1));
    });
  });

  it('of a new account', () => expectFolded(ada, () => addPerson(owner, 'Newcomer')));
  it('of a new account, as an administrator sees it', () => expectFolded(owner, () => addPerson(owner, 'Newcomer')));

  it('of channels that are created, joined and left', async () => {
    const name = unique('folded');
    await expectFolded(ada, () => subscribe(ada, name, [ada]));
    await expectFolded(ada, () => subscribe(ada, name, [grace]));
    await expectFolded(grace, () => ada.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [name] }));
    await expectFolded(ada, () => subscribe(grace, name, [grace, ada]));
    await expectFolded(ada, () => ada.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [name] }));
  });

  it('of channels that others create, public and private', async () => {
    await expectFolded(grace, () => subscribe(ada, unique('public'), [ada]));
    await expectFolded(grace, () => subscribe(ada, unique('private'), [ada], { invite_only: true }));
    await expectFolded(grace, () => subscribe(ada, unique('invited'), [ada, grace], { invite_only: true }));
    await expectFolded(owner, () => subscribe(ada, unique('secret'), [ada], { invite_only: true }));
  });
});
