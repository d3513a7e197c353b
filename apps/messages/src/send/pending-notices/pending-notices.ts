import { Inject, Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { sendPendingNotices } from '@stoa/contracts/messages';
import { Database, NewNotice, WriteTransaction, addPendingNotices } from '@stoa/database';
import { DomainError } from '@stoa/errors';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { Owner, OwnerContexts } from '../notices/owner-context';
import { NoticeService } from '../notices/notice.service';
import { SendWithin } from '../storing/send-message.repository';
import { PendingNotice, PendingNoticesRepository } from './pending-notices.repository';

/** Client name of messages that the service writes itself (organization.md 1.5). */
const INTERNAL_CLIENT = 'Internal';
/** Of the job; with growing pauses the last is more than an hour after the change. */
const MOST_ATTEMPTS = 15;
const AT_ONCE = 4;

/** Notices that a transaction has written; once it is committed, {@link PendingNotices.sendNow} sends them. */
export interface CommittedNotices {
  notices: readonly PendingNotice[];
  /** What waits for the same channels since before. */
  earlierIds: readonly number[];
}

/** Sends a notice, or does what stands for it, in one transaction with `within`. */
export type NoticeSender = (ctx: ActorContext, notice: PendingNotice, within: SendWithin) => Promise<void>;

export type LateOutcome = 'sent' | 'dropped' | 'failed';

/**
 * The notification bot's notices about changes that were acknowledged. The notice is a row that is written with the
 * change and deleted with the message: it is sent exactly once, whatever dies in between
 * (docs/decisions/030-notices-survive.md).
 */
@Injectable()
export class PendingNotices {
  private sendResolve: NoticeSender | undefined;

  constructor(
    private readonly database: Database,
    private readonly repository: PendingNoticesRepository,
    private readonly owners: OwnerContexts,
    private readonly notices: NoticeService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Sets how the notices of resolved topics are sent; to be called before the application starts. */
  resolveWith(sender: NoticeSender): void {
    this.sendResolve = sender;
  }

  /** To be called in the transaction of the change. */
  async add(tx: WriteTransaction, actorUserId: number, notices: readonly NewNotice[]): Promise<CommittedNotices> {
    const { ids, earlierIds } = await addPendingNotices(tx, actorUserId, notices);
    const { realmId, partition } = tx;
    const added = notices.flatMap((notice, index) => {
      const id = ids[index];
      if (id === undefined) throw new Error('every notice has a row');
      return { ...notice, id, realmId, partition, userId: actorUserId, waitedSeconds: 0, attempts: 0 };
    });
    return { notices: added, earlierIds };
  }

  /**
   * Sends in order, after what waited for the same channels. What fails is logged and left to the job, with what follows it:
   * the request does not fail, for what was asked for has happened.
   */
  async sendNow(ctx: ActorContext, { notices, earlierIds }: CommittedNotices): Promise<void> {
    try {
      if (earlierIds.length > 0) await this.sendEarlier(earlierIds);
      for (const notice of notices) await this.send(ctx, notice);
    } catch (error) {
      this.log.error({ err: error, requestId: ctx.requestId }, 'a notice is sent later');
    }
  }

  /**
   * Sends what another service has written, a few at a time and in no order. Ids of other organizations are none. Faults are
   * logged and left to the job.
   */
  @Handles(sendPendingNotices)
  async sendWritten(ctx: ActorContext, { noticeIds }: RpcRequest<typeof sendPendingNotices>): Promise<void> {
    const { realmId } = ctx.actor;
    const waiting = (await this.repository.waiting(noticeIds)).filter((notice) => notice.realmId === realmId);
    const work = async (): Promise<void> => {
      for (let notice = waiting.shift(); notice; notice = waiting.shift()) {
        await this.sendNow(ctx, { notices: [notice], earlierIds: [] });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** Sends what nobody has sent yet, unless it can never be: then it is dropped. Faults are logged. */
  async sendLate(notice: PendingNotice): Promise<LateOutcome> {
    const { id, realmId, kind, attempts } = notice;
    try {
      const owner = await this.owners.of(notice, INTERNAL_CLIENT);
      const obstacle = obstacleOf(notice, owner);
      if (obstacle !== null) return await this.drop(notice, obstacle);
      await this.send(owner.ctx, notice);
      return 'sent';
    } catch (error) {
      if (error instanceof DomainError) return this.drop(notice, error.message);
      this.log.error({ err: error, id, realmId, kind, attempts }, 'a notice could not be sent');
      return 'failed';
    }
  }

  private async sendEarlier(ids: readonly number[]): Promise<void> {
    for (const notice of await this.repository.waiting(ids)) await this.sendLate(notice);
  }

  private async send(ctx: ActorContext, notice: PendingNotice): Promise<void> {
    const { kind, channelId, toUserId, topic, content } = notice;
    const within = this.within(notice);
    if (kind === 'resolve') {
      if (!this.sendResolve) throw new Error('nobody sends the notices of resolved topics');
      await this.sendResolve(ctx, notice, within);
    } else if (toUserId !== null) {
      await this.notices.sendDirectWithin(ctx, toUserId, content, { within, isReadByActor: kind === 'direct' });
    } else {
      if (channelId === null) throw new Error('a notice goes to a channel or to a user');
      const manner = kind === 'read' ? { unreadFor: [] } : { isReadByActor: true };
      await this.notices.sendToChannelWithin(ctx, channelId, topic, content, { within, ...manner });
    }
  }

  private within({ id }: PendingNotice): SendWithin {
    return {
      claim: (tx) => this.repository.claim(tx, id),
      sent: (tx) => this.repository.remove(tx, id),
    };
  }

  private async drop(notice: PendingNotice, reason: string): Promise<LateOutcome> {
    const { id, realmId, partition, kind, attempts } = notice;
    await this.database.write({ realmId, partition }, [], (tx) => this.repository.remove(tx, id));
    this.log.warn({ id, realmId, kind, attempts, reason }, 'a notice was dropped');
    return 'dropped';
  }
}

/**
 * Why a notice cannot be sent any more. An archived channel is no reason: what was changed before is part of its
 * history.
 */
function obstacleOf({ attempts }: PendingNotice, { settings }: Owner): string | null {
  if (settings.isDeactivated) return 'the organization was deactivated';
  return attempts > MOST_ATTEMPTS ? 'it has failed too often' : null;
}
