import { Inject, Injectable } from '@nestjs/common';
import {
  type IncomingDelivery,
  LONGEST_DELIVERY_BODY,
  LONGEST_DELIVERY_TEXT,
  MOST_DELIVERY_EVENTS,
  noteIncomingDelivery,
} from '@stoa/contracts/messages';
import type { Actor, RpcRequest } from '@stoa/contracts/rpc';
import { DomainError, UnavailableError } from '@stoa/errors';
import { type Delivery, type DeliveryReading, type Integration, isSecretSetting } from '@stoa/integrations';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { shownHeaders, withoutSecrets } from '@stoa/policy';
import { type CallContext, RpcClient } from '@stoa/rpc';
import type { SentDelivery } from './delivery-messages';

/** A character of a body has at most so many bytes. */
const BYTES_OF_CHARACTER = 4;

/** How far a delivery came. */
export interface DeliveryFacts {
  /** Absent: it could not be read. */
  reading?: DeliveryReading;
  sent: SentDelivery;
  /** Null: nobody came to look. */
  isSigned: boolean | null;
  /** Of the bot: nothing that is remembered shows them. */
  secrets: readonly string[];
}

/** What became of a delivery. */
export type DeliveryEnd = DeliveryFacts & ({ outcome: 'posted' | 'filtered' | 'nothing' } | { error: unknown });

export interface ReceivedDelivery {
  integration: Integration;
  delivery: Delivery;
  /** Milliseconds since 1970. */
  receivedAt: number;
  /** It is what was delivered before. */
  replay?: { of: number; wasSigned: boolean };
}

/** Remembers deliveries for the owners of their bots. */
@Injectable()
export class DeliveryLog {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Never throws: the tool is answered as it would be without. @returns its id, of a replay that is remembered */
  async note(
    context: CallContext & { actor: Actor },
    received: ReceivedDelivery,
    end: DeliveryEnd,
  ): Promise<number | null> {
    const { integration, delivery, receivedAt, replay } = received;
    const request = {
      received_at_ms: receivedAt,
      integration: integration.name,
      duration_ms: Date.now() - receivedAt,
      ...endOf(end),
      ...requestOf(delivery, end.secrets),
      is_signed: end.isSigned,
      ...(replay ? { replay_of: replay.of } : {}),
      ...('error' in end && end.error instanceof DomainError ? { code: end.error.code } : {}),
    };
    try {
      const { id } = await this.rpc.call(noteIncomingDelivery, context, request);
      return id ?? null;
    } catch (error) {
      this.log.warn({ err: error, integration: integration.name }, 'a delivery was not remembered');
      return null;
    }
  }
}

type DeliveryEndFacts = Pick<
  IncomingDelivery,
  'delivery_id' | 'outcome' | 'status' | 'failure' | 'events' | 'filtered_by' | 'message_ids'
>;

export function endOf(end: DeliveryEnd): DeliveryEndFacts {
  const { reading, sent } = end;
  return {
    delivery_id: reading?.deliveryId === undefined ? null : shownText(reading.deliveryId),
    events: (reading?.events ?? []).slice(0, MOST_DELIVERY_EVENTS).map(shownText),
    filtered_by: reading?.filteredBy ?? [],
    message_ids: sent.messageIds,
    ...resultOf(end),
  };
}

function resultOf(end: DeliveryEnd): Pick<DeliveryEndFacts, 'outcome' | 'status' | 'failure'> {
  if ('error' in end) return failureOf(end.error);
  const { outcome, sent } = end;
  if (sent.failure === null) return { outcome, status: 200, failure: null };
  // The tool got a success, and nobody the message.
  return { outcome: 'refused', status: 200, failure: shownText(sent.failure) };
}

function failureOf(error: unknown): Pick<DeliveryEndFacts, 'outcome' | 'status' | 'failure'> {
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

/** What the tool sent, as its bot may take it again: without keys and signatures. */
function requestOf(
  { headers, query, body }: Delivery,
  ofBot: readonly string[],
): Pick<RpcRequest<typeof noteIncomingDelivery>, 'body' | 'head'> {
  const { api_key: apiKey, ...options } = query;
  const secrets = apiKey === undefined ? ofBot : [apiKey, ...ofBot];
  const begin = body.subarray(0, LONGEST_DELIVERY_BODY * BYTES_OF_CHARACTER);
  const text = begin.toString();
  const shown = withoutSecrets(text, secrets);
  const isText = body.length === begin.length && Buffer.from(text).equals(body);
  // A secret that somebody put into the address is no option of it: a replay lacks nothing without.
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined || isSecretSetting(name) ? [] : [{ name, value, shownValue: withoutSecrets(value, secrets) }],
  );
  // What is hidden would be taken for what the tool said.
  const isUnchanged = shown === text && given.every(({ value, shownValue }) => shownValue === value);
  return {
    body: shown.slice(0, LONGEST_DELIVERY_BODY),
    head: {
      headers: shownHeaders(headers, secrets),
      query: Object.fromEntries(given.map(({ name, shownValue }) => [name, shownValue])),
      is_whole: isText && text.length <= LONGEST_DELIVERY_BODY && isUnchanged,
    },
  };
}

/** What its messages name as the client. */
export function clientOf({ clientName, displayName }: Integration): string {
  return `Zulip${clientName ?? displayName.replace(/[^A-Za-z0-9]/g, '')}Webhook`;
}
