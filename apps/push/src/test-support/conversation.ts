import { eventOf } from '@stoa/contracts/events';
import { storedMessage } from '@stoa/contracts/testing';
import {
  ChangeLogStore,
  type CreatedAccount,
  Database,
  type WriteTransaction,
  createRealm,
  withNewAccounts,
} from '@stoa/database';

/** An organization of a sender and some people with legacy devices, whose direct messages the test writes itself. */
export class Conversation {
  private readonly log: ChangeLogStore;

  private constructor(
    readonly database: Database,
    readonly context: { realmId: number; partition: number },
    readonly sender: CreatedAccount,
    readonly people: readonly CreatedAccount[],
    private readonly recipientId: number,
  ) {
    this.log = new ChangeLogStore(database);
  }

  static async create(database: Database, name: string, size: number): Promise<Conversation> {
    const realm = await createRealm(database, { subdomain: name, name, authenticationMethods: {} });
    const context = { realmId: realm.id, partition: realm.partition };
    const names = ['sender', ...Array.from({ length: size }, (_, index) => `person${index}`)];
    const accounts = names.map((fullName) => ({ fullName, deliveryEmail: `${fullName}@${name}.example` }));
    const created = await withNewAccounts(database, context, { realmHost: 'chat.example', accounts }, (_tx, made) =>
      Promise.resolve(made.accounts),
    );
    const [sender, ...people] = created;
    if (!sender) throw new Error('the sender exists');
    const recipientId = await database.write(context, [], async (tx) => {
      const [row] = await tx.query<{ id: number }>(
        'INSERT INTO recipient (realm_id, kind) VALUES ($1, 2) RETURNING id',
        [realm.id],
      );
      const ids = created.map(({ id }) => id);
      await tx.query(
        `INSERT INTO direct_conversation (recipient_id, realm_id, user_ids, participants_key) VALUES ($1, $2, $3, md5($4))`,
        [row?.id, realm.id, ids, ids.join()],
      );
      await tx.query(
        `INSERT INTO push_token (user_id, kind, token) SELECT u, 2, 'token-' || u FROM unnest($1::int[]) u`,
        [people.map(({ id }) => id)],
      );
      return row?.id ?? 0;
    });
    return new Conversation(database, context, sender, people, recipientId);
  }

  /** Everybody gets it. @returns its id */
  async send(): Promise<number> {
    const { id: senderId, fullName, email } = this.sender;
    const userIds = [senderId, ...this.people.map(({ id }) => id)];
    const messageId = await this.change(async (tx) => {
      const [row] = await tx.query<{ id: number }>(
        `INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, content, rendered_content, sent_at,
           client_name) VALUES ($1, $2, $2, $3, 'hi', '<p>hi</p>', now(), 'test') RETURNING id`,
        [this.context.realmId, this.recipientId, senderId],
      );
      const id = row?.id ?? 0;
      await tx.query(
        'INSERT INTO direct_message_receipt (user_id, message_id, recipient_id) SELECT u, $2, $3 FROM unnest($1::int[]) u',
        [userIds, id, this.recipientId],
      );
      const sender = { sender_id: senderId, sender_full_name: fullName, sender_email: email };
      const message = storedMessage({
        id,
        ...sender,
        type: 'private',
        stream_id: undefined,
        display_recipient: [],
        subject: '',
      });
      tx.emit(eventOf('message', { message }, userIds, { hints: { gravatar: false } }));
      return id;
    });
    return messageId;
  }

  async read(userId: number, messageIds: readonly number[]): Promise<void> {
    await this.change(async (tx) => {
      await tx.query('SELECT read_state_mark_read($1, $2::bigint[])', [userId, messageIds]);
      const fields = { operation: 'add', flag: 'read', messages: messageIds, all: false } as const;
      tx.emit(eventOf('update_message_flags', 'add', fields, [userId]));
    });
  }

  /** Jobs that are not done with, dead letters included, and whether every change has been made into jobs. */
  async work(): Promise<{ jobs: number; isConsumed: boolean }> {
    const [row] = await this.database.query<{ jobs: number; is_consumed: boolean }>(
      'test_work',
      `SELECT (SELECT count(*) FROM push_job WHERE realm_id = $1) AS jobs,
         EXISTS (SELECT FROM push_position p JOIN relay_partition r ON r.partition = p.partition AND r.epoch = p.epoch
           WHERE r.partition = $2::smallint AND p.seq >= r.head) AS is_consumed`,
      [this.context.realmId, this.context.partition],
    );
    return { jobs: row?.jobs ?? 0, isConsumed: row?.is_consumed ?? false };
  }

  private async change<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    const result = await this.database.write(this.context, [], work);
    // Stands for the relay of the events service.
    await this.log.move(this.context.partition, 'test', 1_000);
    return result;
  }
}
