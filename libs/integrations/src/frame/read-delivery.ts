import { parse } from 'node:querystring';
import { badRequest } from '@stoa/errors';
import type { Integration, Notice } from './declaration';
import { neededSecrets } from './bot-secrets';
import type { Delivery } from './delivery';
import { EventFilter } from './event-filter';
import { cut, withoutMentions } from './message-text';
import { Payload } from './payload';
import { type KnownPeople, People } from './people';
import { refusals } from './refusals';

const LONGEST_CONTENT = 10_000;
const LONGEST_TOPIC = 60;
const DEEPEST = 100;

/** @see Notice */
export interface DeliveryMessage {
  topic: string;
  content: string;
  /** Names or addresses of the person whom alone it is for; absent: it goes where the address says. */
  recipients?: readonly string[];
  /** Nothing is shown of what it links to. */
  isWithoutPreviews?: true;
}

/** What a delivery becomes. */
export interface DeliveryReading {
  /** Names of the events that it holds. */
  events: string[];
  /** To be sent, in this order. */
  notices: DeliveryMessage[];
  /** The parameters of the address that kept something out. */
  filteredBy: string[];
  /** What the tool calls the delivery. */
  deliveryId: string | undefined;
  /** The answer is to say whose key it was. */
  asksForAccount: boolean;
}

export interface ReadingOptions {
  /** Of the bot, by key, secrets as they are. */
  settings: Readonly<Record<string, string>>;
  /** Whom names of the tool mean, as the owner of the bot has said. */
  people?: KnownPeople;
  /** Milliseconds. */
  now: number;
  /** Its signature is not looked at: nobody has signed it, or somebody has looked before. */
  isTrusted?: boolean;
  /** Of a delivery that is taken again: whether its signature was right when a tool delivered it. Times have passed since. */
  wasSigned?: boolean;
}

/**
 * Checks the signature, unless the delivery is trusted, reads the body, and applies the filters of the address.
 * @throws DomainError of the kinds that {@link refusals} has, or 400 with the place that is wrong
 */
export function readDelivery(integration: Integration, delivery: Delivery, options: ReadingOptions): DeliveryReading {
  const { settings, people: known, isTrusted = false } = options;
  if (!isTrusted) checkSignature(integration, delivery, options);
  const named = eventOf(integration, delivery);
  const payload = new Payload(bodyOf(integration, delivery));
  const event = named ?? eventWithoutHeader(integration, payload);
  if (integration.neededFields?.some((field) => !payload.has(field))) throw refusals.missingFields();
  const people = new People(known);
  const found = integration.read(payload, { delivery, event, settings, people });
  const filter = new EventFilter(delivery.query);
  const kept = found.map((notice) => ({ notice, refusal: filter.refusalOf(notice) }));
  return {
    events: [...new Set(found.flatMap((notice) => notice.event ?? []))],
    notices: kept.flatMap(({ notice, refusal }) =>
      refusal ? [] : [messageOf(integration, notice, { delivery, people })],
    ),
    filteredBy: [...new Set(kept.flatMap(({ refusal }) => refusal ?? []))],
    deliveryId: integration.deliveryId?.(delivery, payload),
    asksForAccount: integration.asksForAccount?.(payload) ?? false,
  };
}

/** Whether forms of several parts are read for it: what has no field of its own for them is JSON. */
export function takesForms({ body, formField }: Integration): boolean {
  return body === 'fields' || formField !== undefined;
}

/**
 * @throws DomainError if the bot has a secret: for a wrong signature, and for integrations that have none, or cannot sign.
 * Through them the key in the address alone would do what the secret is there to prevent
 * @returns whether it is signed: a bot without a secret takes what is not
 */
export function checkSignature(
  { name, signature }: Integration,
  delivery: Delivery,
  { settings, now, wasSigned }: ReadingOptions,
): boolean {
  const secrets = neededSecrets(name, settings);
  if (secrets === null) return wasSigned ?? false;
  const isRight = wasSigned ?? secrets.some((secret) => signature?.verify(delivery, secret, now));
  if (!isRight) throw refusals.wrongSignature();
  return true;
}

/** @returns undefined if the body may name it */
function eventOf(integration: Integration, { headers }: Delivery): string | undefined {
  const { eventHeader, otherEventHeaders = [] } = integration;
  if (eventHeader === undefined) return '';
  const event = [eventHeader, ...otherEventHeaders].map((name) => headers[name.toLowerCase()]).find(Boolean);
  if (event === undefined && !integration.eventWithoutHeader) throw refusals.missingHeader(eventHeader);
  return event;
}

function eventWithoutHeader({ eventHeader = '', eventWithoutHeader: find }: Integration, payload: Payload): string {
  const event = find?.(payload);
  if (event === undefined) throw refusals.missingHeader(eventHeader);
  return event;
}

function bodyOf({ body: form = 'json', formField = 'payload', takesGet }: Integration, delivery: Delivery): unknown {
  const { headers, query, body, fields } = delivery;
  const type = headers['content-type'] ?? '';
  if (form === 'fields') {
    if (body.length === 0) return query;
    return /json/i.test(type) ? jsonOf(body.toString()) : { ...query, ...(fields ?? parse(body.toString())) };
  }
  if (body.length === 0) return takesGet ? query : jsonOf(query.payload ?? '');
  if (fields) return jsonOf(fields[formField] ?? '');
  if (!/^application\/x-www-form-urlencoded/i.test(type)) return jsonOf(body.toString());
  const { [formField]: inForm } = parse(body.toString());
  // Some tools send JSON and call it a form.
  return jsonOf(typeof inForm === 'string' ? inForm : body.toString());
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
  integration: Integration,
  { topic, content, event, isSelfContained = false, recipients }: Notice,
  { delivery: { query }, people }: { delivery: Delivery; people: People },
): DeliveryMessage {
  const { isWrittenByPeople = false } = integration;
  const own = query.topic || undefined;
  const titled = own === undefined || isSelfContained ? content : `**${topic.replaceAll('*', '')}**\n${content}`;
  return {
    topic: cut((own ?? topic).replace(/\s+/g, ' ').trim(), LONGEST_TOPIC),
    content: cut(people.filled(withoutMentions(titled, isWrittenByPeople)), LONGEST_CONTENT).replaceAll('\u0000', ''),
    ...(recipients ? { recipients } : {}),
    ...(isWithoutPreviews(integration, event) ? { isWithoutPreviews: true } : {}),
  };
}

function isWithoutPreviews({ withoutPreviews = [] }: Integration, event: string | undefined): boolean {
  return withoutPreviews === 'all' || (event !== undefined && withoutPreviews.includes(event));
}
