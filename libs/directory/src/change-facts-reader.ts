import { Injectable } from '@nestjs/common';
import { accountDeactivated } from '@stoa/errors';
import type { ActorContext } from '@stoa/rpc';
import { Directory, DirectoryView } from './directory';
import type { RealmChannels, RealmGroups, RealmSettings } from './directory-sets';
import type { DirectoryUser, RealmUsers } from './directory-user';

/** What a change of an organization's users or channels is decided by. */
export interface ChangeFacts {
  ctx: ActorContext;
  requester: DirectoryUser;
  settings: RealmSettings;
  users: RealmUsers;
  groups: RealmGroups;
  channels: RealmChannels;
}

@Injectable()
export class ChangeFactsReader {
  constructor(private readonly directory: Directory) {}

  /** The same without anybody who asks: for what a link in a mail brings about. */
  ofRealm(realmId: number): Promise<Omit<ChangeFacts, 'ctx' | 'requester'>> {
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

async function currentSets(view: DirectoryView): Promise<Omit<ChangeFacts, 'ctx' | 'requester'>> {
  const [settings, users, groups, channels] = await Promise.all([
    view.settings(),
    view.users(),
    view.groups(),
    view.channels(),
  ]);
  return { settings, users, groups, channels };
}
