import { Injectable } from '@nestjs/common';
import type { RpcResponse } from '@stoa/contracts/rpc';
import type { storePresenceSince } from '@stoa/contracts/presence';
import { PresenceText } from './presence-text';

type CopyUpdate = NonNullable<RpcResponse<typeof storePresenceSince>['copy']>;

/**
 * Accounts whose presence one process keeps, about 250 bytes each; organizations asked of longest ago go first.
 * Compressed forms come on top of that, and take less memory than the texts.
 */
const ACCOUNTS_KEPT = 500_000;

/** What this process knows of organizations' presences, for answers to reports. */
@Injectable()
export class PresenceCopies {
  /** In the order of their last use. */
  private readonly texts = new Map<number, PresenceText>();
  private accounts = 0;

  get(realmId: number): PresenceText | null {
    return this.texts.get(realmId) ?? null;
  }

  /**
   * Brings a copy up to date. Answers may come in another order than they were made: an older one changes nothing.
   * @param held the copy that the call announced
   * @returns the copy to answer with
   */
  update(realmId: number, held: PresenceText | null, update: CopyUpdate): PresenceText {
    const text = update.isWhole ? this.wholeCopy(realmId, update.usersVersion) : held;
    if (!text) throw new Error('changes came for a copy that there is not');
    this.forget(realmId, text);
    text.apply(update.changes, update.updateId);
    this.keep(realmId, text);
    return text;
  }

  /** The copy that everything is put into: an empty one, unless there is one of the same users. */
  private wholeCopy(realmId: number, usersVersion: number): PresenceText {
    const known = this.texts.get(realmId);
    return known?.usersVersion === usersVersion ? known : new PresenceText(usersVersion);
  }

  /** Takes the organization's copy out, unless it is newer than the one that is to be kept. */
  private forget(realmId: number, text: PresenceText): void {
    const known = this.texts.get(realmId);
    if (!known || known.usersVersion > text.usersVersion) return;
    this.texts.delete(realmId);
    this.accounts -= known.size;
  }

  private keep(realmId: number, text: PresenceText): void {
    if (this.texts.has(realmId)) return;
    this.texts.set(realmId, text);
    this.accounts += text.size;
    for (const [id, { size }] of this.texts) {
      if (this.accounts <= ACCOUNTS_KEPT || id === realmId) return;
      this.texts.delete(id);
      this.accounts -= size;
    }
  }
}
