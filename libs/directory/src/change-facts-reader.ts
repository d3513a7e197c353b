import { Injectable } from '@nestjs/common';
import { accountDeactivated } from '@stoa/errors';
import type { ActorContext } from '@stoa/rpc';
import { Directory, DirectoryView } from './directory';
import type { RealmChannels, RealmGroups, RealmSettings } from './directory-sets';
import type { DirectoryUser, RealmUsers } from './directory-user';

/** What a change of an organization's users or channels is decided by, whoever asks for it. */
export interface RealmChangeFacts {
  settings: RealmSettings;
  users: RealmUsers;
  groups: RealmGroups;
  channels: RealmChannels;
}

/** The same with the account that asks. */
export interface ChangeFacts extends RealmChangeFacts {
  ctx: ActorContext;
  requester: DirectoryUser;
}

@Injectable()
export class ChangeFactsReader {
  constructor(private readonly directory: Directory) {}

  /** Without anybody who asks: for what a link in a mail or a directory brings about. */
  ofRealm(realmId: number): Promise<RealmChangeFacts> {
    return this.directory.decideConfirmed(realmId, currentSets);
  }

  /**
   * Current copies; called with the realm's lock held, they stay current until the commit.
   * @throws DomainError if the account is not active any more
   */
  current(ctx: ActorContext): Promise<ChangeFacts> {
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const sets = await currentSets(view);
      const requester = sets.users.get(ctx.actor.userId);
      if (!requester?.isActive) throw accountDeactivated();
      return { ctx, requester, ...sets };
    });
  }
}

async function currentSets(view: DirectoryView): Promise<RealmChangeFacts> {
  const [settings, users, groups, channels] = await Promise.all([
    view.settings(),
    view.users(),
    view.groups(),
    view.channels(),
  ]);
  return { settings, users, groups, channels };
}
