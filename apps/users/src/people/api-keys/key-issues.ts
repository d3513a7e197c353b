import { Injectable } from '@nestjs/common';
import type { RpcResponse } from '@stoa/contracts/rpc';
import type { issueApiKey } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import type { CheckedLogin } from '../logins/checked-login';
import { ApiKeysRepository } from './api-keys.repository';
import { KeyMaker } from './key-maker';

type FetchedKey = RpcResponse<typeof issueApiKey>;

/** Keys that an account may have at a time: every login makes one, and the oldest go (docs/decisions/011-accounts-and-keys.md). */
const KEYS_KEPT = 50;

/** Gives a key to who has shown whose the account is, in whichever way. */
@Injectable()
export class KeyIssues {
  constructor(
    private readonly database: Database,
    private readonly repository: ApiKeysRepository,
    private readonly keys: KeyMaker,
  ) {}

  /** @param within part of the same transaction */
  async issue(
    { realmId, partition, account }: Pick<CheckedLogin, 'realmId' | 'partition'> & {
      account: Pick<CheckedLogin['account'], 'id' | 'deliveryEmail'>;
    },
    within?: (tx: WriteTransaction) => Promise<void>,
  ): Promise<FetchedKey> {
    const made = this.keys.make(false);
    await this.database.write({ realmId, partition }, [lockUser(account.id)], async (tx) => {
      await this.repository.insert(tx, account.id, made);
      await this.repository.revokeAllBut(tx, account.id, KEYS_KEPT);
      await within?.(tx);
    });
    return { api_key: made.apiKey, email: account.deliveryEmail, user_id: account.id };
  }
}
