/** What the deliveries of a bot need besides its account. */
export interface WebhookBot {
  ownerId: number | null;
  /** Its `config_data`. */
  settings: Readonly<Record<string, string>>;
}

/** Where bots are looked up. */
export abstract class WebhookBotStore {
  abstract find(botId: number): Promise<WebhookBot>;

  /**
   * The person of an organization whom one of the names means: addresses of mail, and full names where none is one.
   * @returns undefined if none or several do
   */
  abstract personNamed(realmId: number, names: readonly string[]): Promise<number | undefined>;
}
