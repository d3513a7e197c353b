import { Injectable } from '@nestjs/common';
import { noSuchUser } from '@stoa/errors';
import { Directory } from '@stoa/directory';
import { ActorContext } from '@stoa/rpc';
import type { ChangeFacts } from './change-facts';

/** What a change of channels rests on. */
@Injectable()
export class ChangeFactsService {
  constructor(private readonly directory: Directory) {}

  /** Current copies; called with the realm's lock held, they stay current until the commit. */
  current(ctx: ActorContext): Promise<ChangeFacts> {
    return this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const [settings, users, groups, channels] = await Promise.all([
        view.settings(),
        view.users(),
        view.groups(),
        view.channels(),
      ]);
      const requester = users.get(ctx.actor.userId);
      if (!requester) throw noSuchUser();
      return { ctx, requester, settings, users, groups, channels };
    });
  }
}
