import { Injectable } from '@nestjs/common';
import { Directory } from '@stoa/directory';
import type { ActorContext } from '@stoa/rpc';
import { NoticeService } from '../../send/notices/notice.service';
import type { WebhookCall } from './webhook-calls.repository';
import { WebhookCallsRepository } from './webhook-calls.repository';
import type { CallFailure } from './webhook-outcome';

/** An owner hears of one bot at most once in this time. */
const EVERY_SECONDS = 300;

interface FailedCall {
  call: WebhookCall;
  fetched: { message: { id: number; stream_id?: number; display_recipient: unknown } };
}

/** Writes to the owners of bots whose service fails. */
@Injectable()
export class WebhookOwnerNotices {
  constructor(
    private readonly directory: Directory,
    private readonly notices: NoticeService,
    private readonly repository: WebhookCallsRepository,
  ) {}

  async tell(ctx: ActorContext, { call, fetched }: FailedCall, failure: CallFailure, isPaused: boolean): Promise<void> {
    const owner = await this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const users = await view.users();
      return users.get(users.get(call.botId)?.botOwnerId ?? 0);
    });
    if (!owner?.isActive) return;
    const link = `${ctx.actor.realmUrl}/#narrow/near/${fetched.message.id}`;
    const paused = isPaused ? ' It has failed so often that it is not called for five minutes.' : '';
    const content =
      `[A message](${link}) to your bot @_**${ctx.actor.fullName}|${call.botId}** triggered an outgoing webhook.\n` +
      `${failure.forOwner}${paused}`;
    await this.notices.sendDirectWithin(ctx, owner.id, content, {
      within: {
        claim: (tx) => this.repository.claimNotice(tx, call, EVERY_SECONDS),
        sent: () => Promise.resolve(),
      },
      isForRecipientsEyes: true,
    });
  }
}
