import { Injectable } from '@nestjs/common';
import { Directory } from '@stoa/directory';
import type { ActorContext } from '@stoa/rpc';
import { NoticeService } from '../../send/notices/notice.service';
import { type WireTrace, shownBody } from './log/call-record';
import { type WebhookCall, WebhookCallsRepository, type WebhookService } from './webhook-calls.repository';
import type { CallFailure } from './webhook-outcome';

/** An owner hears of one bot at most once in this time. */
const EVERY_SECONDS = 300;
/** Characters of an answer that a notice shows; the log of calls has more. */
const LONGEST_PAYLOAD = 3_000;

interface FailedCall {
  call: WebhookCall;
  service: Pick<WebhookService, 'token'>;
  /** Absent: nobody was called. */
  trace?: Pick<WireTrace, 'answerBody'>;
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

  async tell(ctx: ActorContext, failed: FailedCall, failure: CallFailure, isPaused: boolean): Promise<void> {
    const { call, fetched } = failed;
    const owner = await this.directory.decideConfirmed(ctx.actor.realmId, async (view) => {
      const users = await view.users();
      return users.get(users.get(call.botId)?.botOwnerId ?? 0);
    });
    if (!owner?.isActive) return;
    const link = `${ctx.actor.realmUrl}/#narrow/near/${fetched.message.id}`;
    const paused = isPaused ? ' It has failed so often that it is not called for five minutes.' : '';
    const content =
      `[A message](${link}) to your bot @_**${ctx.actor.fullName}|${call.botId}** triggered an outgoing webhook.\n` +
      `${failure.forOwner}${paused}${payloadText(failed)}`;
    await this.notices.sendDirectWithin(ctx, owner.id, content, {
      within: {
        claim: (tx) => this.repository.claimNotice(tx, call, EVERY_SECONDS),
        sent: () => Promise.resolve(),
      },
      isForRecipientsEyes: true,
    });
  }
}

/** What the service answered, as code: the owner alone gets it, as in the log of calls. */
export function payloadText({ service, trace }: Pick<FailedCall, 'service' | 'trace'>): string {
  const body = shownBody(trace?.answerBody ?? '', service.token, LONGEST_PAYLOAD).trim();
  if (body === '') return '';
  const longest = Math.max(2, ...(body.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `\nThe response contains the following payload:\n${fence}\n${body}\n${fence}`;
}
