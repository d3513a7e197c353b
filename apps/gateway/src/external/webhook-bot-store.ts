/** What the deliveries of a bot need besides its account. */
export interface WebhookBot {
  ownerId: number | null;
  /** Its `config_data`. */
  settings: Readonly<Record<string, string>>;
}

/** Where bots are looked up. */
export abstract class WebhookBotStore {
  abstract find(botId: number): Promise<WebhookBot>;
}
