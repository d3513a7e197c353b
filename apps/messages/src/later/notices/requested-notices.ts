import { Inject, Injectable } from '@nestjs/common';
import { RpcRequest, badRequest, sendDirectNotices } from '@stoa/contracts';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import type { ActorContext } from '@stoa/rpc';
import { NoticeService } from '../../send/notices/notice.service';
import { SendWithin } from '../../send/storing/send-message.repository';

const AT_ONCE = 4;
const NOTHING: SendWithin = { claim: () => Promise.resolve(true), sent: () => Promise.resolve() };

/** Notices that other services ask for. */
@Injectable()
export class RequestedNotices {
  constructor(
    private readonly notices: NoticeService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** The same text to several users; what cannot be sent to one of them is logged. */
  async sendDirect(
    ctx: ActorContext,
    { userIds, content, isUnreadForActor }: RpcRequest<typeof sendDirectNotices>,
  ): Promise<void> {
    const pending = [...userIds];
    const work = async (): Promise<void> => {
      for (let userId = pending.shift(); userId !== undefined; userId = pending.shift()) {
        try {
          if (isUnreadForActor) await this.notices.sendDirectWithin(ctx, userId, content, { within: NOTHING });
          else await this.notices.sendDirect(ctx, userId, content);
        } catch (error) {
          this.log.error({ err: error, requestId: ctx.requestId, userId }, 'a notice could not be sent');
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /**
   * What new users would get from the welcome bot, to the caller (organization.md 14).
   * @returns the message's id
   */
  testWelcome(ctx: ActorContext, text: string): Promise<number> {
    if (text.trim() === '') throw badRequest('Message must not be empty');
    return this.notices.sendDirect(ctx, ctx.actor.userId, welcomeText(text), { by: 'welcome' });
  }
}

/** The organization's own words as a quote, whatever fences they contain. */
export function welcomeText(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `A note from @_*role:administrators*:\n${fence} quote\n${text}\n${fence}`;
}
