import type { State } from '../../store/state';

export type Integration = State['webhookBots'][number];

/** What an incoming webhook is asked to do, as its address says it (docs/integrations). */
export interface WebhookChoices {
  readonly integration: Pick<Integration, 'name' | 'url_options'>;
  /** Undefined: the bot writes to its owner. */
  readonly channelId: number | undefined;
  /** Empty: the integration chooses. */
  readonly topic: string;
  /** Names of the only events that are posted; none chosen is all. */
  readonly events: readonly string[];
  /** Values of the integration's own parameters, by key. */
  readonly options: Readonly<Record<string, string>>;
}

/** The address that a tool posts to: at this organization, with the key of the bot. */
export function webhookAddress(site: string, apiKey: string, choices: WebhookChoices): string {
  const { integration, channelId, topic, events, options } = choices;
  const address = new URL(`/api/v1/external/${encodeURIComponent(integration.name)}`, site);
  const { searchParams } = address;
  searchParams.set('api_key', apiKey);
  if (channelId !== undefined) {
    searchParams.set('stream', String(channelId));
    if (topic.trim() !== '') searchParams.set('topic', topic.trim());
  }
  if (events.length > 0) searchParams.set('only_events', JSON.stringify(events));
  for (const { key } of integration.url_options) {
    const value = options[key]?.trim() ?? '';
    if (value !== '') searchParams.set(key, value);
  }
  return address.href;
}
