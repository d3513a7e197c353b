import { ArchiveBuilder } from '../conversion/archive-builder';
import { ForeignExport } from '../conversion/foreign-export';
import { Columns } from '../import/column-catalog';
import { ZulipTables } from './zulip-tables';

/** What one part of the conversion leaves for the others. */
export interface ZulipContext {
  source: ForeignExport;
  tables: ZulipTables;
  builder: ArchiveBuilder;
  columns: ReadonlyMap<string, Columns>;
  /** The organization's id there: addresses of uploads begin with it. */
  realmId: number;
  /** Accounts of the organization. */
  users: Map<number, ZulipUser>;
  /** Accounts that every installation has: those may have sent messages. */
  systemBots: Record<string, string>;
  channelOfRecipient: Map<number, number>;
  /** Whom a personal recipient stands for. */
  userOfRecipient: Map<number, number>;
  /** Who is in a group conversation, by its recipient. */
  membersOfRecipient: Map<number, number[]>;
  /** `user:recipient` of subscriptions that are active. */
  subscribed: Set<string>;
  /** Id here of a group there; undefined if it is unknown. */
  groupId(id: number): number | undefined;
}

export interface ZulipUser {
  isActive: boolean;
  /** Rows of messages since this one are missing: they are made when the user comes back. */
  idleSince: number | null;
}

/** Ids of messages are doubled, so that something can lie between any two. */
export function messageId(id: number): number {
  return id * 2;
}
