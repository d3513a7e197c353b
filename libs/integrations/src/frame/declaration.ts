import type { Delivery } from './delivery';
import type { Payload } from './payload';
import type { Signature } from './signatures';

/** One message that an event becomes. */
export interface Notice {
  /** The name that `only_events` and `exclude_events` know; none where an integration has one kind of event only. */
  event?: string;
  topic: string;
  content: string;
  /** Of a push, where the address can limit branches. */
  branch?: string;
  /** Whether the content says by itself what the topic would; else it gets the topic as its title under another topic. */
  isSelfContained?: boolean;
}

/** Where an integration's fields are. */
export type BodyForm =
  /** JSON, or a form whose field `payload` is JSON. */
  | 'json'
  /** Fields of a form or query, or an object of JSON. */
  | 'fields';

export interface UrlOption {
  key: string;
  label: string;
  validator: 'check_string' | 'check_bool';
}

export interface Sample {
  /** What happened, for the page of the integration. */
  name: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** JSON, or the text of a form. */
  body: unknown;
}

/** All that makes one integration. */
export interface Integration {
  /** Last part of the address. */
  name: string;
  displayName: string;
  /** What to enter at the tool, in Markdown; `{{url}}` stands for the address. */
  setup: string;
  body?: BodyForm;
  /** Header that names the event, where the tool always sends one. */
  eventHeader?: string;
  /** All names of events for filters. */
  events?: readonly string[];
  urlOptions?: readonly UrlOption[];
  /** Settings of the bot besides the secret. */
  settings?: readonly UrlOption[];
  /** How the tool proves that it knows the secret; none where it cannot. */
  signature?: Signature;
  /** What the tool calls this delivery, the same when it repeats it. */
  deliveryId?: (delivery: Delivery, payload: Payload) => string | undefined;
  /** People write the text: what mentions people in it does so. */
  isWrittenByPeople?: boolean;
  /** The answer says `ok` as Slack does. */
  answersLikeSlack?: boolean;
  /** Pure; what is not worth a message gives none. @throws DomainError of {@link refusals} */
  read(payload: Payload, context: ReadContext): Notice[];
  samples: readonly Sample[];
}

export interface ReadContext {
  delivery: Delivery;
  /** What {@link Integration.eventHeader} says. */
  event: string;
  /** Settings of the bot, by key. */
  settings: Readonly<Record<string, string>>;
}
