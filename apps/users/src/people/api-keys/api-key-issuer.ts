import { Injectable } from '@nestjs/common';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { ApiKeysRepository } from './api-keys.repository';
import { KeyMaker } from './key-maker';

/** Whose key it is. */
export interface KeyOwner {
  realmId: number;
  partition: number;
  account: { id: number; deliveryEmail: string };
}

export interface IssuedKey {
  api_key: string;
  email: string;
  user_id: number;
}

/** Keys that an account may have at a time: every login makes one, and the oldest go (docs/decisions/011-accounts-and-keys.md). */
const KEYS_KEPT = 50;

/** Makes keys of people who have shown who they are, in whichever way. */
@Injectable()
export class ApiKeyIssuer {
  constructor(
    private readonly database: Database,
    private readonly repository: ApiKeysRepository,
    private readonly keys: KeyMaker,
  ) {}

  /** @param within part of the same transaction */
  async issue(
    { realmId, partition, account }: KeyOwner,
    within?: (tx: WriteTransaction) => Promise<void>,
  ): Promise<IssuedKey> {
    const made = this.keys.make(false);
    await this.database.write({ realmId, partition }, [lockUser(account.id)], async (tx) => {
      await this.repository.insert(tx, account.id, made);
      await this.repository.revokeAllBut(tx, account.id, KEYS_KEPT);
      await within?.(tx);
    });
    return { api_key: made.apiKey, email: account.deliveryEmail, user_id: account.id };
  }
}
