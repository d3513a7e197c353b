import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Directory, DirectoryUser, RealmSettings } from '@stoa/directory';
import { ActorContext } from '@stoa/rpc';
import { RenderRepository } from '../rendering/render.repository';

const DEADLINE_MS = 30_000;

/** Whose item it is, in current copies. */
export interface Owner {
  ctx: ActorContext;
  settings: RealmSettings;
  /** Undefined: the account is gone. */
  user: DirectoryUser | undefined;
}

/** Makes the context in which a user's item is delivered: nobody asks for it, the user did so earlier. */
@Injectable()
export class OwnerContexts {
  constructor(
    private readonly directory: Directory,
    private readonly repository: RenderRepository,
  ) {}

  async of(
    { realmId, partition, userId }: { realmId: number; partition: number; userId: number },
    clientName: string,
  ): Promise<Owner> {
    const { settings, user } = await this.directory.decideConfirmed(realmId, async (view) => {
      const [realmSettings, users] = await Promise.all([view.settings(), view.users()]);
      return { settings: realmSettings, user: users.get(userId) };
    });
    const realmUrl = this.repository.realmUrl(settings);
    const actor = {
      realmId,
      partition,
      realmHost: realmUrl.slice(realmUrl.indexOf('://') + 3),
      realmUrl,
      userId,
      role: user?.role ?? 0,
      isBot: user?.isBot ?? false,
      botType: user?.botType ?? null,
      email: user?.email ?? '',
      deliveryEmail: user?.deliveryEmail ?? '',
      fullName: user?.fullName ?? '',
      clientName,
      canCreateUsers: false,
      canForgeSender: user?.canForgeSender ?? false,
    };
    return { ctx: { requestId: randomUUID(), deadlineAt: Date.now() + DEADLINE_MS, actor }, settings, user };
  }
}
