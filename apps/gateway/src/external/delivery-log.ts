import { Inject, Injectable } from '@nestjs/common';
import {
  type IncomingDelivery,
  LONGEST_DELIVERY_BODY,
  LONGEST_DELIVERY_TEXT,
  MOST_DELIVERY_EVENTS,
  noteIncomingDelivery,
} from '@stoa/contracts/messages';
import type { Actor } from '@stoa/contracts/rpc';
import { DomainError, UnavailableError } from '@stoa/errors';
import type { Delivery, DeliveryReading, Integration } from '@stoa/integrations';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { type CallContext, RpcClient } from '@stoa/rpc';
import type { SentDelivery } from './delivery-messages';

/** A character of a body has at most so many bytes. */
const BYTES_OF_CHARACTER = 4;
const HIDDEN = '***';

/** How far a delivery came. */
export interface DeliveryFacts {
  /** Absent: it could not be read. */
  reading?: DeliveryReading;
  sent: SentDelivery;
}

/** What became of a delivery. */
export type DeliveryEnd = DeliveryFacts & ({ outcome: 'posted' | 'filtered' | 'nothing' } | { error: unknown });

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
      ...('error' in end && end.error instanceof DomainError ? { code: end.error.code } : {}),
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
  const { reading, sent } = end;
  return {
    delivery_id: reading?.deliveryId === undefined ? null : shownText(reading.deliveryId),
    events: (reading?.events ?? []).slice(0, MOST_DELIVERY_EVENTS).map(shownText),
    filtered_by: reading?.filteredBy ?? [],
    message_ids: sent.messageIds,
    ...resultOf(end),
  };
}

function resultOf(end: DeliveryEnd): Pick<Facts, 'outcome' | 'status' | 'failure'> {
  if ('error' in end) return failureOf(end.error);
  const { outcome, sent } = end;
  if (sent.failure === null) return { outcome, status: 200, failure: null };
  // The tool got a success, and nobody the message.
  return { outcome: 'refused', status: 200, failure: shownText(sent.failure) };
}

function failureOf(error: unknown): Pick<Facts, 'outcome' | 'status' | 'failure'> {
  const outcome = outcomeOf(error);
  if (error instanceof UnavailableError) return { outcome, status: 503, failure: null };
  if (!(error instanceof DomainError)) return { outcome, status: 500, failure: null };
  return { outcome, status: error.status, failure: shownText(error.message) };
}

/** What an error makes of a delivery: a fault of the service, which the tool may repeat, is none of the tool's. */
export function outcomeOf(error: unknown): 'unsupported' | 'refused' | 'failed' {
  if (!(error instanceof DomainError) || error.status >= 500) return 'failed';
  return error.status === 200 ? 'unsupported' : 'refused';
}

/** What tools say, as PostgreSQL can hold it: its texts have no NUL, and no half of a pair of surrogates. */
function shownText(text: string): string {
  return text.slice(0, LONGEST_DELIVERY_TEXT).replaceAll('\u0000', '\ufffd').toWellFormed();
}

/** Its beginning, or the fields of the address where there is none, without the key of the bot. */
function shownBody(delivery: Delivery): string {
  const { body, query } = delivery;
  const read =
    body.length > 0 ? body.subarray(0, LONGEST_DELIVERY_BODY * BYTES_OF_CHARACTER).toString() : fieldsOf(delivery);
  const text = query.api_key ? read.replaceAll(query.api_key, HIDDEN) : read;
  return text.length > LONGEST_DELIVERY_BODY ? `${text.slice(0, LONGEST_DELIVERY_BODY - 1)}…` : text;
}

/** `msg=Down&monitor=…` */
function fieldsOf({ query }: Delivery): string {
  const fields = Object.entries(query).flatMap(([name, value]) =>
    name === 'api_key' || value === undefined ? [] : [[name, value]],
  );
  return new URLSearchParams(fields).toString();
}
