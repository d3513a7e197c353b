import { WriteTransaction } from '@stoa/database';
import { DirectoryUser, DirectoryView, RealmGroups, RealmSettings, RealmUsers } from '@stoa/directory';
import { MessageModerator, PolicyUser } from '@stoa/policy';
import { accountDeactivated } from '@stoa/errors';
import { policyUser } from '../../access/policy-user';

/** What an edit, a move or a deletion is decided by, in its transaction. */
export interface EditFacts {
  tx: WriteTransaction;
  view: DirectoryView;
  settings: RealmSettings;
  users: RealmUsers;
  groups: RealmGroups;
  actor: DirectoryUser;
  /** The same as permission rules see it. */
  user: PolicyUser;
  moderator: MessageModerator;
  /** When it happens; whole seconds. */
  at: Date;
}

/** @throws DomainError if the account is not active any more */
export async function readEditFacts(tx: WriteTransaction, view: DirectoryView, userId: number): Promise<EditFacts> {
  const [settings, users, groups] = await Promise.all([view.settings(), view.users(), view.groups()]);
  const actor = users.get(userId);
  if (!actor?.isActive) throw accountDeactivated();
  const user = policyUser(actor);
  const [row] = await tx.query<{ now: Date }>(`SELECT date_trunc('second', clock_timestamp()) AS now`);
  if (!row) throw new Error('the database tells no time');
  return {
    tx,
    view,
    settings,
    users,
    groups,
    actor,
    user,
    moderator: { user, groups: groups.graph, settings },
    at: row.now,
  };
}

/** Seconds since the epoch. */
export function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
