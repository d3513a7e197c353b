import { Inject, Injectable } from '@nestjs/common';
import { setPresenceVisibility } from '@stoa/contracts/presence';
import { LOGGER, type Logger } from '@stoa/observability';
import { ActorContext, RpcClient } from '@stoa/rpc';

/** Reports to the presence service that an account switched invisible mode on or off. */
@Injectable()
export class PresenceVisibility {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * After the commit. The setting is stored and its reports are ignored from now on, so a presence service that cannot
   * be reached only keeps showing the last report until it is old: no reason to fail the request.
   */
  async changed(ctx: ActorContext, isVisible: boolean): Promise<void> {
    const { userId } = ctx.actor;
    try {
      await this.rpc.call(setPresenceVisibility, ctx, { userId, isVisible });
    } catch (error) {
      this.log.warn({ err: error, userId, requestId: ctx.requestId }, 'the presence service was not told');
    }
  }
}
