import { parse } from 'node:querystring';
import { badRequest } from '@stoa/errors';
import type { Integration, Notice } from './declaration';
import type { Delivery } from './delivery';
import { EventFilter } from './event-filter';
import { cut, withoutMentions } from './message-text';
import { Payload } from './payload';
import { refusals } from './refusals';

const LONGEST_CONTENT = 10_000;
const LONGEST_TOPIC = 60;
const DEEPEST = 100;

/** What a delivery becomes. */
export interface DeliveryReading {
  /** Names of the events that it holds. */
  events: string[];
  /** To be sent, in this order. */
  notices: { topic: string; content: string }[];
  /** The parameters of the address that kept something out. */
  filteredBy: string[];
  /** What the tool calls the delivery. */
  deliveryId: string | undefined;
}

export interface ReadingOptions {
  /** Of the bot, by key. */
  settings: Readonly<Record<string, string>>;
  /** Milliseconds. */
  now: number;
  /** It is no tool that delivers: nobody has signed it. */
  isTrial?: boolean;
}

const SECRET_KEYS = ['webhook_secret', 'previous_webhook_secret'];

/**
 * Checks the signature, unless it is a trial, reads the body, and applies the filters of the address.
 * @throws DomainError of the kinds that {@link refusals} has, or 400 with the place that is wrong
 */
export function readDelivery(
  integration: Integration,
  delivery: Delivery,
  { settings, now, isTrial = false }: ReadingOptions,
): DeliveryReading {
  if (!isTrial) checkSignature(integration, delivery, { settings, now });
  const event = eventOf(integration, delivery);
  const payload = new Payload(bodyOf(integration, delivery));
  const found = integration.read(payload, { delivery, event, settings });
  const filter = new EventFilter(delivery.query);
  const kept = found.map((notice) => ({ notice, refusal: filter.refusalOf(notice) }));
  return {
    events: [...new Set(found.flatMap((notice) => notice.event ?? []))],
    notices: kept.flatMap(({ notice, refusal }) => (refusal ? [] : [messageOf(integration, notice, delivery)])),
    filteredBy: [...new Set(kept.flatMap(({ refusal }) => refusal ?? []))],
    deliveryId: integration.deliveryId?.(delivery, payload),
  };
}

function checkSignature(integration: Integration, delivery: Delivery, { settings, now }: ReadingOptions): void {
  const { signature } = integration;
  const secrets = SECRET_KEYS.flatMap((key) => settings[key] || []);
  if (!signature || secrets.length === 0) return;
  if (!secrets.some((secret) => signature.verify(delivery, secret, now))) throw refusals.wrongSignature();
}

function eventOf({ eventHeader }: Integration, { headers }: Delivery): string {
  if (eventHeader === undefined) return '';
  const event = headers[eventHeader.toLowerCase()];
  if (!event) throw refusals.missingHeader(eventHeader);
  return event;
}

function bodyOf({ body: form = 'json' }: Integration, { headers, query, body }: Delivery): unknown {
  const type = headers['content-type'] ?? '';
  if (form === 'fields') {
    if (body.length === 0) return query;
    return /json/i.test(type) ? jsonOf(body.toString()) : { ...query, ...parse(body.toString()) };
  }
  if (!/^application\/x-www-form-urlencoded/i.test(type)) {
    return jsonOf(body.length > 0 ? body.toString() : (query.payload ?? ''));
  }
  const { payload } = parse(body.toString());
  // Some tools send JSON and call it a form.
  return jsonOf(typeof payload === 'string' ? payload : body.toString());
}

function jsonOf(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusals.notJson();
  }
  if (isDeeperThan(value, DEEPEST)) throw badRequest('payload is nested too deeply');
  return value;
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1));
}

function messageOf(
  { isWrittenByPeople = false }: Integration,
  { topic, content, isSelfContained = false }: Notice,
  { query }: Delivery,
): { topic: string; content: string } {
  const own = query.topic || undefined;
  const titled = own === undefined || isSelfContained ? content : `**${topic.replaceAll('*', '')}**\n${content}`;
  return {
    topic: cut((own ?? topic).replace(/\s+/g, ' ').trim(), LONGEST_TOPIC),
    content: cut(withoutMentions(titled, isWrittenByPeople), LONGEST_CONTENT).replaceAll('\u0000', ''),
  };
}
