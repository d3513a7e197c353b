import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { fetchFlags, fetchOne, sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, createPerson, unique } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

const HEART = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' };

describe('reactions', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });

  const react = (person: Person, id: number, parameters: Parameters) =>
    person.client.post(`/messages/${id}/reactions`, parameters);
  const unreact = (person: Person, id: number, parameters: Parameters) =>
    person.client.delete(`/messages/${id}/reactions`, parameters);
  const reactionsOf = async (person: Person, id: number) => (await fetchOne(person, id)).reactions;

  it('are added and removed, told to the message’s audience and fetched with it', async () => {
    const outsider = await createPerson(cluster, 'Carl');
    const [queue, outside] = await Promise.all([TestQueue.register(ada), TestQueue.register(outsider)]);
    const id = await sendToChannel(ada, channel);
    expect((await react(bob, id, { emoji_name: 'heart' })).status).toBe(200);
    const event = await queue.next(isEvent('reaction', 'add'));
    expect(event).toMatchObject({
      user_id: bob.userId,
      message_id: id,
      ...HEART,
    });
    expect(await reactionsOf(ada, id)).toEqual([{ ...HEART, user_id: bob.userId }]);
    expectError(await react(bob, id, { emoji_name: 'heart' }), 'Reaction already exists.', {
      code: 'REACTION_ALREADY_EXISTS',
    });
    await ada.client.succeed('POST', `/messages/${id}/reactions`, HEART);
    expect(await reactionsOf(bob, id)).toEqual([
      { ...HEART, user_id: bob.userId },
      { ...HEART, user_id: ada.userId },
    ]);

    await bob.client.succeed('DELETE', `/messages/${id}/reactions`, { emoji_code: '2764' });
    expect(await queue.next(isEvent('reaction', 'remove'))).toMatchObject({ user_id: bob.userId, ...HEART });
    expectError(await unreact(bob, id, { emoji_name: 'heart' }), "Reaction doesn't exist.", {
      code: 'REACTION_DOES_NOT_EXIST',
    });
    await ada.client.succeed('DELETE', `/messages/${id}/reactions`, { emoji_name: 'heart' });
    expect(await reactionsOf(ada, id)).toEqual([]);
    await outside.message(await sendDirect(ada, [outsider]));
    expect(outside.received.filter(isEvent('reaction'))).toEqual([]);
  });

  it.each<[Parameters, string]>([
    [{ emoji_name: 'no_such_emoji' }, "Emoji 'no_such_emoji' does not exist"],
    [{ ...HEART, emoji_code: '1234567' }, 'Invalid emoji code.'],
    [{ ...HEART, emoji_name: 'tada' }, 'Invalid emoji name.'],
    [{ ...HEART, reaction_type: 'zulip_extra_emoji' }, 'Invalid emoji code.'],
    [{ emoji_name: 'heart', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' }, 'Invalid emoji name.'],
    [{ ...HEART, reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
    [{ ...HEART, reaction_type: 'sticker' }, 'Invalid emoji type.'],
    [{ emoji_name: 'heart', emoji_code: '1f389' }, 'Invalid emoji name.'],
  ])('of %j are refused', async (parameters, msg) => {
    const id = await sendToChannel(ada, channel);
    expectError(await react(bob, id, parameters), msg);
    expect(await reactionsOf(ada, id)).toEqual([]);
  });

  it('need an emoji', async () => {
    const id = await sendToChannel(ada, channel);
    expectError(
      await unreact(bob, id, {}),
      'At least one of the following arguments must be present: emoji_name, emoji_code',
    );
    expectError(await react(bob, id, {}), "Missing 'emoji_name' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'emoji_name',
    });
    expectError(await unreact(bob, id, { emoji_name: 'xyz' }), "Emoji 'xyz' does not exist");
  });

  it('with the built-in extra emoji take both spellings of its type', async () => {
    const id = await sendToChannel(ada, channel);
    const extra = { emoji_name: 'zulip', emoji_code: 'zulip' };
    await bob.client.succeed('POST', `/messages/${id}/reactions`, { ...extra, reaction_type: 'service_extra_emoji' });
    await ada.client.succeed('POST', `/messages/${id}/reactions`, { emoji_name: 'zulip' });
    const stored = { ...extra, reaction_type: 'zulip_extra_emoji' };
    expect(await reactionsOf(ada, id)).toEqual([
      { ...stored, user_id: bob.userId },
      { ...stored, user_id: ada.userId },
    ]);
    const removal = { emoji_code: 'zulip', reaction_type: 'service_extra_emoji' };
    await bob.client.succeed('DELETE', `/messages/${id}/reactions`, removal);
    expect(await reactionsOf(ada, id)).toEqual([{ ...stored, user_id: ada.userId }]);
  });

  it('with a name that differs from the one that is there take that name', async () => {
    const id = await sendToChannel(ada, channel);
    await ada.client.succeed('POST', `/messages/${id}/reactions`, { ...HEART, emoji_name: 'heart' });
    await bob.client.succeed('POST', `/messages/${id}/reactions`, { ...HEART, emoji_name: 'anything_else' });
    expect((await reactionsOf(ada, id)).map((reaction: Parameters) => reaction.emoji_name)).toEqual(['heart', 'heart']);
  });

  it('are not for messages that the user cannot read', async () => {
    const secret = await createChannel(ada, [], { invite_only: true });
    const id = await sendToChannel(ada, secret);
    for (const unknown of [id, 999_999_999, await sendDirect(ada, [ada])]) {
      expectError(await react(bob, unknown, HEART), 'Invalid message(s)');
      expectError(await unreact(bob, unknown, HEART), 'Invalid message(s)');
    }
  });

  it('make a message from before one’s time one’s own', async () => {
    const late = await createPerson(cluster, 'Late');
    const open = await createChannel(ada);
    const id = await sendToChannel(ada, open);
    await late.client.succeed('POST', `/messages/${id}/reactions`, HEART);
    expect(await fetchFlags(late, [id])).toEqual(new Map([[id, ['read', 'historical']]]));
  });

  it('in direct messages are told to the participants', async () => {
    const carl = await createPerson(cluster, 'Carl');
    const [queue, outside] = await Promise.all([TestQueue.register(bob), TestQueue.register(carl)]);
    const id = await sendDirect(ada, [bob]);
    await bob.client.succeed('POST', `/messages/${id}/reactions`, HEART);
    expect(await queue.next(isEvent('reaction', 'add'))).toMatchObject({ message_id: id });
    await outside.message(await sendDirect(ada, [carl]));
    expect(outside.received.filter(isEvent('reaction'))).toEqual([]);
  });

  describe('with custom emoji', () => {
    let organization: Organization;
    let author: Person;
    let room: Channel;
    let emojiId: string;
    const name = 'party_cat';

    beforeAll(async () => {
      organization = await createOrganization(cluster);
      author = await organization.createPerson('Author');
      room = await createChannel(author, [organization.owner], {}, unique('room'));
      emojiId = await insertEmoji(name, false);
    });

    const insertEmoji = (emojiName: string, deactivated: boolean): Promise<string> =>
      inDatabase(cluster, async (database) => {
        const [row] = await database.query<{ id: number }>(
          'test_emoji',
          `INSERT INTO custom_emoji (realm_id, name, author_id, file_name, deactivated) VALUES ($1, $2, $3, 'x.png', $4)
           RETURNING id`,
          [organization.id, emojiName, author.userId, deactivated],
        );
        return String(row!.id);
      });

    it('find them by name first', async () => {
      const id = await sendToChannel(author, room);
      await author.client.succeed('POST', `/messages/${id}/reactions`, { emoji_name: name });
      expect(await reactionsOf(author, id)).toEqual([
        { emoji_name: name, emoji_code: emojiId, reaction_type: 'realm_emoji', user_id: author.userId },
      ]);
    });

    it('refuse deactivated and unknown ones, but let them be removed and joined', async () => {
      const gone = await insertEmoji('gone_cat', true);
      const emoji = { emoji_name: 'gone_cat', emoji_code: gone, reaction_type: 'realm_emoji' };
      const id = await sendToChannel(author, room);
      expectError(await react(author, id, emoji), 'This custom emoji has been deactivated.');
      expectError(await react(author, id, { emoji_name: 'gone_cat' }), "Emoji 'gone_cat' does not exist");
      expectError(await react(author, id, { ...emoji, emoji_code: '99999999' }), 'Invalid custom emoji.');
      expectError(
        await react(author, id, { ...emoji, emoji_code: emojiId, emoji_name: 'dog' }),
        'Invalid custom emoji name.',
      );
      await inDatabase(cluster, (database) =>
        database.query(
          'test_reaction',
          `INSERT INTO reaction (message_id, user_id, emoji_name, emoji_code, reaction_type)
           VALUES ($1, $2, 'gone_cat', $3, 'realm_emoji')`,
          [id, author.userId, gone],
        ),
      );
      await organization.owner.client.succeed('POST', `/messages/${id}/reactions`, emoji);
      await author.client.succeed('DELETE', `/messages/${id}/reactions`, emoji);
      expect(await reactionsOf(author, id)).toEqual([{ ...emoji, user_id: organization.owner.userId }]);
    });
  });

  it('count as taking part for users who want to follow then', async () => {
    const fan = await createPerson(cluster, 'Fan');
    await inDatabase(cluster, (database) =>
      database.write({ realmId: 2, partition: 0 }, [], async (tx) => {
        const [row] = await tx.query<{ realm_id: number }>('SELECT realm_id FROM account WHERE id = $1', [fan.userId]);
        await tx.query('UPDATE account SET automatically_follow_topics_policy = 1 WHERE id = $1', [fan.userId]);
        tx.bump(`realm:${row!.realm_id}:users`, { table: 'account', ids: [fan.userId] });
      }),
    );
    const room = await createChannel(ada, [fan]);
    const other = await createChannel(ada);
    const queue = await TestQueue.register(fan);
    const [id, unsubscribed] = [await sendToChannel(ada, room, { topic: 'plans' }), await sendToChannel(ada, other)];
    await fan.client.succeed('POST', `/messages/${unsubscribed}/reactions`, HEART);
    await fan.client.succeed('POST', `/messages/${id}/reactions`, HEART);
    const events = await queue.until((event) => event.type === 'reaction' && event.message_id === id);
    expect(events.filter(isEvent('user_topic'))).toEqual([
      expect.objectContaining({ stream_id: room.id, topic_name: 'plans', visibility_policy: 3 }),
    ]);
    expect((await TestQueue.register(fan)).state.user_topics).toEqual([
      expect.objectContaining({ stream_id: room.id, topic_name: 'plans', visibility_policy: 3 }),
    ]);
  });
});
