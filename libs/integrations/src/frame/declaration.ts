import type { Delivery } from './delivery';
import type { Payload } from './payload';
import type { People } from './people';
import type { Signature } from './signatures';

/** One message that an event becomes. */
export interface Notice {
  /** The name that `only_events` and `exclude_events` know; none where an integration has one kind of event only. */
  event?: string;
  topic: string;
  content: string;
  /** Of a push, or of a build where the tool knows no pushes: the address can limit branches. */
  branch?: string;
  /** It is for one person alone, who has one of these names or addresses; for nobody if no single account has. */
  recipients?: readonly string[];
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
  /** What the client of its messages is called, `ZulipNAMEWebhook`, where that is not the display name. */
  clientName?: string;
  /** What to enter at the tool, in Markdown; `{{url}}` stands for the address. */
  setup: string;
  body?: BodyForm;
  /** Field of a form that is JSON, `payload` unless given; forms of several parts are read only where one is given. */
  formField?: string;
  /** The tool may also ask with GET, and put the fields into the address. */
  takesGet?: boolean;
  /** Header that names the event, where the tool always sends one. */
  eventHeader?: string;
  /** What descendants of the tool call that header. */
  otherEventHeaders?: readonly string[];
  /** What names the event where there is no header; undefined if nothing does. */
  eventWithoutHeader?: (payload: Payload) => string | undefined;
  /** Without any of these the tool was set up wrongly: it is refused, and the owner of the bot is told. */
  neededFields?: readonly string[];
  /** All names of events for filters. */
  events?: readonly string[];
  /**
   * Events that are posted without showing what they link to (mail-and-integrations.md 8.1): those that come often, and
   * whose links lead to lists of commits and logs of builds.
   */
  withoutPreviews?: readonly string[] | 'all';
  urlOptions?: readonly UrlOption[];
  /** Settings of the bot besides the secret. */
  settings?: readonly UrlOption[];
  /** How the tool proves that it knows the secret; none where it cannot. */
  signature?: Signature;
  /** What the tool calls this delivery, the same when it repeats it. */
  deliveryId?: (delivery: Delivery, payload: Payload) => string | undefined;
  /** People write the text: what mentions people in it does so. */
  isWrittenByPeople?: boolean;
  /** Whether the tool only asks whose key it has: the answer says it. */
  asksForAccount?: (payload: Payload) => boolean;
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
  /** Writes names of people, whom the message then mentions if they are known. */
  people: People;
}
