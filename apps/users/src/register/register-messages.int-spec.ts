import { Registrations } from '../test-support/registrations';
import { UsersApplication } from '../test-support/users-application';

describe('messages of a registration', () => {
  let app: UsersApplication;

  beforeAll(async () => {
    app = await UsersApplication.start();
  });
  afterAll(() => app.stop());

  it('counts what is unread, starred and recent', async () => {
    const other = await app.createRealm('messages');
    const [sender = 0, reader = 0] = await app.createAccounts(other, [
      { fullName: 'Sender', deliveryEmail: 'sender@example.com', role: 100 },
      { fullName: 'Reader', deliveryEmail: 'reader@example.com' },
    ]);
    const [channel, quiet] = other.channels;
    const message = async (recipientId: number, topic: string): Promise<number> => {
      const rows = await app.database.query<{ id: number }>(
        'test_message',
        `INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
           sent_at, client_name) VALUES ($1, $2, $2, $3, $4, 'hi', '<p>hi</p>', now(), 'test') RETURNING id`,
        [other.id, recipientId, sender, topic],
      );
      return rows[0]?.id ?? 0;
    };
    const direct = await app.database.query<{ id: number }>(
      'test_recipient',
      'INSERT INTO recipient (realm_id, kind) VALUES ($1, 2) RETURNING id',
      [other.id],
    );
    const directId = direct[0]?.id ?? 0;
    await app.database.query(
      'test_conversation',
      'INSERT INTO direct_conversation (recipient_id, realm_id, user_ids, participants_key) VALUES ($1, $2, $3, $4)',
      [directId, other.id, [sender, reader], 'key'],
    );
    const ids = [await message(channel?.recipientId ?? 0, 'lunch'), await message(channel?.recipientId ?? 0, '')];
    const muted = await message(quiet?.recipientId ?? 0, 'noise');
    const private_ = await message(directId, '');
    await app.database.query(
      'test_receipts',
      'INSERT INTO direct_message_receipt (user_id, message_id, recipient_id) VALUES ($1, $3, $4), ($2, $3, $4)',
      [sender, reader, private_, directId],
    );
    await app.database.query('test_star', 'INSERT INTO message_flag (user_id, message_id, bits) VALUES ($1, $2, 5)', [
      reader,
      ids[0],
    ]);
    await app.database.query(
      'test_mute',
      'UPDATE subscription SET is_muted = true WHERE user_id = $1 AND channel_id = $2',
      [reader, quiet?.id],
    );
    expect(await new Registrations(app, other.id).state(reader)).toMatchObject({
      max_message_id: private_,
      starred_messages: [ids[0]],
      recent_private_conversations: [{ user_ids: [sender], max_message_id: private_ }],
      unread_msgs: {
        count: 3,
        pms: [{ other_user_id: sender, sender_id: sender, unread_message_ids: [private_] }],
        streams: expect.arrayContaining([
          { stream_id: channel?.id, topic: 'general chat', unread_message_ids: [ids[1]] },
          { stream_id: channel?.id, topic: 'lunch', unread_message_ids: [ids[0]] },
          { stream_id: quiet?.id, topic: 'noise', unread_message_ids: [muted] },
        ]),
        mentions: [ids[0]],
      },
    });
  });
});
