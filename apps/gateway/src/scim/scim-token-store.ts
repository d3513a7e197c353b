/** A token that is in force. */
export interface ScimToken {
  id: number;
  realmId: number;
}

/** Where tokens of identity providers are looked up. */
export abstract class ScimTokenStore {
  /** @param tokenHash as hashScimToken of libs/policy makes it */
  abstract find(tokenHash: Buffer): Promise<ScimToken | undefined>;
}
