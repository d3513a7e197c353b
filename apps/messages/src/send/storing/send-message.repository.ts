import { Injectable } from '@nestjs/common';
import { withTrace } from '@stoa/contracts/changes';
import { Database, RowOf, WriteTransaction, lockChannel, lockRealm } from '@stoa/database';
import { activeTrace } from '@stoa/observability';
import { Reader } from '@stoa/read-state-store';
import { LinkPreviewRequests } from './link-preview-requests';
import { WebhookRequests } from './webhook-requests';
import { WIDGET_TYPE } from '../widgets/sent-widget';
import { PreparedSend, SendRecord } from './prepared-send';

/** How a message is found by a repetition of the request that sent it. */
export interface IdempotentRequest {
  /** Undefined for a call that may be repeated and has not been: only its repetitions are kept. */
  key?: string;
  /** Of the request's parameters: the same key with another request is refused. */
  requestHash: Buffer;
  /** Of the call, where the client gave no key. */
  sendToken?: string;
  /** Another replica may have served the call, or be serving it. */
  isRepetition: boolean;
}

export type SendOutcome =
  | { status: 'sent'; messageId: number }
  | { status: 'stale'; staleKeys: string[] }
  | { status: 'repeated'; response: StoredResponse }
  | { status: 'in_progress' }
  | { status: 'key_reused' };

/** What is written in one transaction with a message. */
export interface SendWithin {
  /** Before the message, under the channel's lock; false: nothing is written. What it writes stays only with the message. */
  claim(tx: WriteTransaction): Promise<boolean>;
  /** After the message: may write and emit. */
  sent(tx: WriteTransaction, messageId: number): Promise<void>;
}

export type WithinOutcome = SendOutcome | { status: 'declined' };

/** The first answer to an idempotent request, as it is kept. */
export interface StoredResponse {
  id: number;
  automatic_new_visibility_policy?: number;
}

/** A topic as one user sees it. */
export interface TopicOfUser {
  userId: number;
  policy: number;
  mutedTopics: [channelName: string, topic: string, lastUpdated: number][];
}

interface SendRow {
  status: SendOutcome['status'];
  message_id: number | null;
  stale_keys: string[] | null;
  response: StoredResponse | null;
}

const SEND_SQL = `SELECT status, message_id, stale_keys, response FROM message_write($1, $2, $3, $4, $5, $6)`;

const EVENTS = ['message'];
const EVENTS_WITH_POLICY = ['user_topic', 'muted_topics', 'message'];

@Injectable()
export class SendMessageRepository {
  constructor(
    private readonly database: Database,
    private readonly linkPreviews: LinkPreviewRequests,
    private readonly webhooks: WebhookRequests,
  ) {}

  /**
   * Writes message, read bits, flags, policies and outbox row in one transaction and one round trip; a widget's first
   * submessage takes a longer way.
   */
  async send(send: PreparedSend, idempotent: IdempotentRequest | null, requestId?: string): Promise<SendOutcome> {
    if (send.widget !== null) {
      return this.transaction(send, requestId, (tx) => this.sendIn(tx, send, idempotent));
    }
    const [row] = await this.database.writeAlone(() =>
      this.database.queryLocking<SendRow>('message_send', SEND_SQL, sendParameters(send, idempotent)),
    );
    if (!row) throw new Error('message_write returned nothing');
    if (row.status === 'sent') this.announce(send, requestId);
    return toOutcome(row);
  }

  /** Sends and does what belongs to it in one transaction: all of it happens, or nothing. */
  sendWithin(send: PreparedSend, within: SendWithin, requestId?: string): Promise<WithinOutcome> {
    return orUndone(() => this.transaction(send, requestId, (tx) => this.sendClaimed(tx, send, within)));
  }

  /**
   * Decides and sends while nobody changes what the decision rests on: for a notice that others have overtaken again and
   * again. They wait for it, as it has waited for them.
   */
  sendHolding(
    { realm_id: realmId, partition, channel_id: channelId }: SendRecord,
    decide: () => Promise<PreparedSend>,
    within: SendWithin | undefined,
    requestId?: string,
  ): Promise<WithinOutcome> {
    const locks = [lockRealm(realmId, 'shared'), ...(channelId === null ? [] : [lockChannel(channelId, 'shared')])];
    return orUndone(async () => {
      const { send, outcome } = await this.database.write({ realmId, partition, requestId }, locks, async (tx) => {
        const send = await decide();
        const outcome = within ? await this.sendClaimed(tx, send, within) : await this.sendIn(tx, send, null);
        return { send, outcome };
      });
      if (outcome.status === 'sent') this.announce(send, requestId);
      return outcome;
    });
  }

  /** The id of a submessage that is going to be written. */
  async drawSubmessageId(): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      'submessage_draw_id',
      "SELECT nextval('submessage_id_seq') AS id",
    );
    if (!row) throw new Error('a sequence gives numbers');
    return row.id;
  }

  private async transaction<T extends { status: string }>(
    send: PreparedSend,
    requestId: string | undefined,
    work: (tx: WriteTransaction) => Promise<T>,
  ): Promise<T> {
    const { realm_id: realmId, partition, channel_id: channelId } = send.record;
    const locks = channelId === null ? [] : [lockChannel(channelId, 'shared')];
    const outcome = await this.database.write({ realmId, partition, requestId }, locks, work);
    if (outcome.status === 'sent') this.announce(send, requestId);
    return outcome;
  }

  private async sendIn(
    tx: WriteTransaction,
    send: PreparedSend,
    idempotent: IdempotentRequest | null,
  ): Promise<SendOutcome> {
    const [row] = await tx.query<SendRow>(SEND_SQL, sendParameters(send, idempotent));
    if (!row) throw new Error('message_write returned nothing');
    const outcome = toOutcome(row);
    if (outcome.status === 'sent' && send.widget) {
      await tx.query(
        'INSERT INTO submessage (id, message_id, sender_id, msg_type, content) VALUES ($1, $2, $3, $4, $5)',
        [send.widget.submessageId, outcome.messageId, send.record.sender_id, WIDGET_TYPE, send.widget.content],
      );
    }
    return outcome;
  }

  private async sendClaimed(tx: WriteTransaction, send: PreparedSend, within: SendWithin): Promise<WithinOutcome> {
    if (!(await within.claim(tx))) return { status: 'declined' };
    const outcome = await this.sendIn(tx, send, null);
    if (outcome.status !== 'sent') throw new NotSentError(outcome);
    await within.sent(tx, outcome.messageId);
    return outcome;
  }

  private announce({ record }: PreparedSend, requestId: string | undefined): void {
    if (record.wants_link_previews) this.linkPreviews.announce();
    if (record.webhook_bot_ids) this.webhooks.announce();
    const claims = (record.attachment_ids ?? []).map(() => 'attachment/update');
    const events = [...claims, ...(record.policies ? EVENTS_WITH_POLICY : EVENTS)];
    this.database.announceChange(record.partition, record.realm_id, { requestId, events });
  }

  /**
   * Makes a message that was sent in this transaction one that is read from the start, for all but who has a flag row that
   * says otherwise. The outbox row has been written by then: nothing depends on the mark.
   */
  async markReadByDefault(tx: WriteTransaction, messageId: number): Promise<void> {
    await tx.query('UPDATE message SET born_read = true WHERE id = $1', [messageId]);
  }

  /** The conversation of exactly these users (ascending, the sender included), made on first use. */
  async directConversation(
    realmId: number,
    userIds: readonly number[],
    reader: Reader = this.database,
  ): Promise<number> {
    const [row] = await reader.query<{ recipient_id: number }>(
      'direct_conversation_get',
      'SELECT direct_conversation_get($1, $2::int[]) AS recipient_id',
      [realmId, userIds],
    );
    if (!row) throw new Error('direct_conversation_get returned nothing');
    return row.recipient_id;
  }

  /** The same, if there is one already. */
  async findDirectConversation(
    realmId: number,
    userIds: readonly number[],
    reader: Reader = this.database,
  ): Promise<number | null> {
    const [row] = await reader.query<RowOf<'DirectConversation', 'recipient_id'>>(
      'direct_conversation_find',
      `SELECT recipient_id FROM direct_conversation
       WHERE realm_id = $1 AND participants_key = md5(array_to_string($2::int[], ','))`,
      [realmId, userIds],
    );
    return row?.recipient_id ?? null;
  }

  async hasMessages(recipientId: number): Promise<boolean> {
    const rows = await this.database.query(
      'conversation_has_messages',
      'SELECT 1 FROM message WHERE recipient_id = $1 LIMIT 1',
      [recipientId],
    );
    return rows.length > 0;
  }

  /** Users who sent to a topic or reacted in it: whom a topic wildcard reaches (messages.md 3, "Mentions"). */
  async topicParticipants(recipientId: number, topic: string): Promise<number[]> {
    const rows = await this.database.query<{ user_id: number }>(
      'topic_participants',
      `WITH topic_message AS (SELECT id, sender_id FROM message WHERE recipient_id = $1 AND lower(topic) = lower($2))
       SELECT sender_id AS user_id FROM topic_message
       UNION SELECT r.user_id FROM reaction r JOIN topic_message t ON t.id = r.message_id`,
      [recipientId, topic],
    );
    return rows.map((row) => row.user_id);
  }

  /** The answer to a call that is repeated, if it has sent its message already. */
  async sentByCall(userId: number, sendToken: string): Promise<StoredResponse | null> {
    const [row] = await this.database.query<{ response: StoredResponse | null }>(
      'message_sent_by_call',
      'SELECT sent_by_call($1, $2) AS response',
      [userId, sendToken],
    );
    return row?.response ?? null;
  }

  /** The kept answer to an idempotent request of the last day. */
  async storedAnswer(
    userId: number,
    { key, requestHash }: IdempotentRequest & { key: string },
  ): Promise<Extract<SendOutcome, { status: 'repeated' | 'key_reused' }> | null> {
    const [row] = await this.database.query<{ response: StoredResponse; is_same: boolean }>(
      'idempotent_answer',
      `SELECT response, request_hash = $3 AS is_same FROM idempotency_key
       WHERE user_id = $1 AND key = $2 AND created_at > now() - interval '1 day'`,
      [userId, key, requestHash],
    );
    if (!row) return null;
    return row.is_same ? { status: 'repeated', response: row.response } : { status: 'key_reused' };
  }

  async topicOfUsers(
    channelId: number,
    topic: string,
    userIds: readonly number[],
    reader: Reader = this.database,
  ): Promise<TopicOfUser[]> {
    const rows = await reader.query<{
      user_id: number;
      policy: number;
      muted_topics: TopicOfUser['mutedTopics'];
    }>(
      'topic_of_users',
      `SELECT u AS user_id,
         COALESCE((SELECT t.visibility_policy FROM user_topic t
           WHERE t.user_id = u AND t.channel_id = $1 AND lower(t.topic) = lower($2)), 0) AS policy,
         COALESCE((SELECT jsonb_agg(jsonb_build_array(c.name, t.topic, floor(extract(epoch FROM t.last_updated))::bigint)
             ORDER BY t.id)
           FROM user_topic t JOIN channel c ON c.id = t.channel_id AND NOT c.is_archived
           WHERE t.user_id = u AND t.visibility_policy = 1
             AND NOT (t.channel_id = $1 AND lower(t.topic) = lower($2))), '[]') AS muted_topics
       FROM unnest($3::int[]) AS u`,
      [channelId, topic, userIds],
    );
    return rows.map((row) => ({ userId: row.user_id, policy: row.policy, mutedTopics: row.muted_topics }));
  }
}

/** Rolls back what was written for a message that could not be: with a claim that stayed, it would never be sent. */
class NotSentError extends Error {
  constructor(readonly outcome: SendOutcome) {
    super('the message of a claim was not sent');
  }
}

async function orUndone(send: () => Promise<WithinOutcome>): Promise<WithinOutcome> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof NotSentError) return error.outcome;
    throw error;
  }
}

function sendParameters(send: PreparedSend, idempotent: IdempotentRequest | null): string[] {
  const record = idempotent ? { ...send.record, ...kept(send, idempotent) } : send.record;
  const routing = withTrace(send.routing, activeTrace());
  return [send.topic, send.content, send.renderedContent, routing, send.body, JSON.stringify(record)];
}

/** How a repetition of the request is found and answered. */
function kept({ automaticNewVisibilityPolicy: policy }: PreparedSend, idempotent: IdempotentRequest) {
  const { key, requestHash, sendToken, isRepetition } = idempotent;
  const call = { send_token: sendToken, is_repetition: isRepetition };
  if (key === undefined) return call;
  const response = policy === null ? {} : { automatic_new_visibility_policy: policy };
  return { ...call, idempotency_key: key, request_hash: `\\x${requestHash.toString('hex')}`, response };
}

function toOutcome(row: SendRow): SendOutcome {
  switch (row.status) {
    case 'sent':
      if (row.message_id === null) throw new Error('a sent message has an id');
      return { status: 'sent', messageId: row.message_id };
    case 'stale':
      return { status: 'stale', staleKeys: row.stale_keys ?? [] };
    case 'repeated':
      if (row.response === null) throw new Error('a repeated request has an answer');
      return { status: 'repeated', response: row.response };
    case 'in_progress':
    case 'key_reused':
      return { status: row.status };
  }
}
