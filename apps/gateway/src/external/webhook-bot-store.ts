import type { KnownPeople } from '@stoa/integrations';

/** What the deliveries of a bot need besides its account. */
export interface WebhookBot {
  ownerId: number | null;
  /** Its `config_data`, secrets as they are. */
  settings: Readonly<Record<string, string>>;
  /** Whom it mentions. */
  people: KnownPeople;
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
