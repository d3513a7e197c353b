import { Injectable } from '@nestjs/common';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { AccountMails } from '../../shared/account-mails/account-mails';
import { clientSummary } from '../sessions/client-summary';
import { LONGEST_USER_AGENT, isNewBrowser } from '../sessions/new-browser';
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

/** Absent: nobody knows. */
export interface FetchedFrom {
  ip_address?: string;
  user_agent?: string;
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
    private readonly mails: AccountMails,
  ) {}

  /** For a login that somebody else may have made: the owner is told of it if it comes from where none came from before. */
  async issueForLogin(
    owner: KeyOwner,
    { ip_address: ipAddress, user_agent: userAgent }: FetchedFrom,
  ): Promise<IssuedKey> {
    if (ipAddress === undefined || userAgent === undefined) return this.issue(owner);
    const place = { ipAddress, userAgent: userAgent.slice(0, LONGEST_USER_AGENT) };
    return this.issue(owner, async (tx, keyHash) => {
      const { id } = owner.account;
      const isNew = isNewBrowser(place, await this.repository.earlierPlaces(tx, id));
      await this.repository.notePlace(tx, keyHash, place);
      if (isNew) await this.mails.newLogin(tx, id, { client: clientSummary(place.userAgent), ipAddress });
    });
  }

  /** @param within part of the same transaction */
  async issue(
    { realmId, partition, account }: KeyOwner,
    within?: (tx: WriteTransaction, keyHash: Buffer) => Promise<void>,
  ): Promise<IssuedKey> {
    const made = this.keys.make(false);
    await this.database.write({ realmId, partition }, [lockUser(account.id)], async (tx) => {
      await this.repository.insert(tx, account.id, made);
      await this.repository.revokeAllBut(tx, account.id, KEYS_KEPT);
      await within?.(tx, made.hash);
    });
    return { api_key: made.apiKey, email: account.deliveryEmail, user_id: account.id };
  }
}
