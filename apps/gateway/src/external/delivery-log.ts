import { Inject, Injectable } from '@nestjs/common';
import { type IncomingDelivery, noteIncomingDelivery } from '@stoa/contracts/messages';
import type { Actor } from '@stoa/contracts/rpc';
import { DomainError } from '@stoa/errors';
import type { Delivery, DeliveryReading, Integration } from '@stoa/integrations';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { type CallContext, RpcClient } from '@stoa/rpc';
import type { SentDelivery } from './delivery-messages';

/** Of a body; the rest is not kept. */
const LONGEST_BODY = 20_000;
const HIDDEN = '***';

/** What became of a delivery. */
export type DeliveryEnd =
  { reading: DeliveryReading; outcome: 'posted' | 'filtered' | 'nothing'; sent: SentDelivery } | { error: unknown };

export interface ReceivedDelivery {
  integration: Integration;
  delivery: Delivery;
  /** Milliseconds since 1970. */
  receivedAt: number;
}

/** Remembers deliveries for the owners of their bots. */
@Injectable()
export class DeliveryLog {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Never throws: the tool is answered as it would be without. */
  async note(context: CallContext & { actor: Actor }, received: ReceivedDelivery, end: DeliveryEnd): Promise<void> {
    const { integration, delivery, receivedAt } = received;
    const request = {
      received_at_ms: receivedAt,
      integration: integration.name,
      duration_ms: Date.now() - receivedAt,
      ...endOf(end),
      body: shownBody(delivery),
    };
    try {
      await this.rpc.call(noteIncomingDelivery, context, request);
    } catch (error) {
      this.log.warn({ err: error, integration: integration.name }, 'a delivery was not remembered');
    }
  }
}

type Facts = Pick<
  IncomingDelivery,
  'delivery_id' | 'outcome' | 'status' | 'failure' | 'events' | 'filtered_by' | 'message_ids'
>;

function endOf(end: DeliveryEnd): Facts {
  if ('error' in end) return { ...NOTHING, ...failureOf(end.error) };
  const { reading, outcome, sent } = end;
  return {
    delivery_id: reading.deliveryId ?? null,
    // The tool got a success, and nobody the message.
    outcome: sent.failure === null ? outcome : 'refused',
    status: 200,
    failure: sent.failure,
    events: reading.events,
    filtered_by: reading.filteredBy,
    message_ids: sent.messageIds,
  };
}

const NOTHING = { delivery_id: null, events: [], filtered_by: [], message_ids: [] };

function failureOf(error: unknown): Pick<Facts, 'outcome' | 'status' | 'failure'> {
  if (!(error instanceof DomainError)) return { outcome: 'failed', status: 500, failure: null };
  const { status, message: failure } = error;
  return { outcome: status === 200 ? 'unsupported' : 'refused', status, failure };
}

/** Without the key of the bot, if the tool repeats it. PostgreSQL's texts have no NUL. */
function shownBody({ body, query }: Delivery): string {
  const text = body.subarray(0, LONGEST_BODY).toString().replaceAll('\u0000', '\ufffd');
  return query.api_key ? text.replaceAll(query.api_key, HIDDEN) : text;
}
