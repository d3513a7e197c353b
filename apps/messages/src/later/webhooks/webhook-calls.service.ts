import { Injectable } from '@nestjs/common';
import type { BotCall } from '@stoa/contracts/messages';
import { DomainError } from '@stoa/errors';
import { BotType } from '@stoa/policy';
import type { ActorContext } from '@stoa/rpc';
import { answerAddress } from '../../read/fetch/answer-address';
import { FetchService } from '../../read/fetch/fetch.service';
import { SendMessageService } from '../../send/messages/send-message.service';
import { Owner, OwnerContexts } from '../../send/notices/owner-context';
import { MessagesEnvironment } from '../../messages.environment';
import { EmbeddedBots } from './embedded/embedded-bots';
import { BotCallLog } from './log/bot-call-log';
import type { WireTrace } from './log/call-record';
import type { RecordedExchange } from './log/sealed-log';
import type { WebhookReply } from './webhook-answer';
import { WebhookCall, WebhookCallsRepository, WebhookService } from './webhook-calls.repository';
import { Exchanged, WebhookExchange } from './webhook-exchange';
import { CallFailure, pauseAfter } from './webhook-outcome';
import { WebhookOwnerNotices } from './webhook-owner-notices';
import { isImpossible, resentRequest, webhookRequest } from './webhook-request';

/** Client name of what services answer. */
const CLIENT = 'OutgoingWebhookResponse';
/** So many failed attempts one after the other, and a service is left alone for a while. */
const MOST_FAILURES = 20;
const PAUSE_SECONDS = 300;
/** More than any call needs: such a call fails here, and would for ever. */
const MOST_ATTEMPTS = 12;
/** Until an embedded bot may say more. */
const BREATH_SECONDS = 5;
const NO_SERVICE = { baseUrl: '', token: '' };

export type CallOutcome = 'replied' | 'silent' | 'gone' | 'postponed' | 'failed';

type Message = Awaited<ReturnType<FetchService['fetchOne']>>;

/** A call that is being made. */
interface Attempt {
  call: WebhookCall;
  ctx: ActorContext;
  service: WebhookService;
  fetched: Message;
  /** Once somebody was called. */
  trace?: WireTrace;
  /** Of a request that is sent again: an answer to it stands in the conversation already. */
  wasSaid?: boolean;
}

/**
 * Calls the services of outgoing webhook bots, and asks embedded bots, each at least once, with the same id each time;
 * what one answers is sent exactly once: in the transaction in which the row of the call ends.
 */
@Injectable()
export class WebhookCallsService {
  /** Bots whose services failed here since they last answered: a call that was taken before does not know. */
  private readonly failing = new Set<number>();
  /** After a message, in which its call is tried again. */
  private readonly latestSeconds: number;

  constructor(
    private readonly repository: WebhookCallsRepository,
    private readonly bots: OwnerContexts,
    private readonly messages: FetchService,
    private readonly sending: SendMessageService,
    private readonly notices: WebhookOwnerNotices,
    private readonly exchange: WebhookExchange,
    private readonly embedded: EmbeddedBots,
    private readonly calls: BotCallLog,
    environment: MessagesEnvironment,
  ) {
    this.latestSeconds = environment.STOA_WEBHOOK_RETRY_SECONDS;
  }

  /** Makes one attempt. @param signal ends it before its time: @throws OutgoingError `aborted` */
  async settle(call: WebhookCall, signal: AbortSignal): Promise<CallOutcome> {
    if (call.attempts > MOST_ATTEMPTS) return this.leave(call, 'It was tried too often.');
    const bot = await this.bots.of({ ...call, userId: call.botId }, CLIENT);
    const service = call.service && this.embedded.serviceOf(bot.user?.botType ?? null, call.service);
    const fetched = service && (await this.messageOf(bot, call));
    if (!service || !fetched) return this.leave(call, 'The bot, its service or the message is gone.');
    const attempt: Attempt = { call, ctx: bot.ctx, service, fetched };
    if (isImpossible(service, call.trigger)) {
      const failure = "Slack outgoing webhooks don't support direct messages.";
      return this.giveUp(attempt, { inConversation: failure, forOwner: failure, isPassing: false });
    }
    if (call.pauseSeconds > 0) return this.wait(attempt);
    if (isEmbedded(bot) && (await this.embedded.hasSaidEnough(call.botId))) {
      await this.repository.postpone(call.id, BREATH_SECONDS, false);
      return 'postponed';
    }
    return this.make(attempt, bot, signal);
  }

  /** Resolves when the log has every attempt. */
  remembered(): Promise<void> {
    return this.calls.settled();
  }

  /** What the bot may see; undefined if the message, the bot or the organization is gone. */
  private async messageOf({ ctx, user, settings }: Owner, { messageId }: WebhookCall): Promise<Message | undefined> {
    if (!user?.isActive || settings.isDeactivated) return undefined;
    try {
      return await this.messages.fetchWhole(ctx, {
        message_id: messageId,
        apply_markdown: true,
        allow_empty_topic_name: true,
      });
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }

  private async make(attempt: Attempt, bot: Owner, signal: AbortSignal): Promise<CallOutcome> {
    const { call } = attempt;
    const { botId, resendOf } = call;
    const recorded = resendOf === null ? undefined : await this.calls.requestOf({ botId, resendOf });
    if (recorded === null) return this.leave(call, 'The request is not recorded any more.');
    const { result, trace } = await this.ask(attempt, bot, { recorded, signal });
    const made = { ...attempt, trace, wasSaid: recorded !== undefined && (await this.wasSaid(call, recorded)) };
    if (result.kind === 'failed') return this.fail(made, result.failure);
    if (this.failing.delete(call.botId) || call.failures > 0) await this.repository.noteSuccess(call.botId);
    if (result.kind === 'reply' && !made.wasSaid) return this.reply(made, result.reply);
    await this.repository.drop(call.id);
    this.remember(made, 'silent');
    return 'silent';
  }

  /** Whether an answer to a request that is sent again stands in the conversation already, as far as the log knows. */
  private async wasSaid({ botId, deliveryId }: WebhookCall, recorded: RecordedExchange): Promise<boolean> {
    return recorded.was_said === true || (await this.calls.hasReplied(botId, deliveryId));
  }

  /** @param how recorded: the request that is to be sent again */
  private async ask(
    attempt: Attempt,
    bot: Owner,
    { recorded, signal }: { recorded: RecordedExchange | undefined; signal: AbortSignal },
  ): Promise<Exchanged> {
    const { call, service, fetched } = attempt;
    const { email, fullName, realmHost: host, realmId, realmUrl } = bot.ctx.actor;
    if (isEmbedded(bot)) {
      const realm = { id: realmId, url: realmUrl };
      return this.embedded.ask({ service, bot: { id: call.botId, fullName }, realm, fetched });
    }
    const realm = { subdomain: bot.settings.stringId, host };
    const facts = { call, service, bot: { email, fullName }, realm, fetched, now: Date.now() };
    const request = recorded ? resentRequest(facts, recorded) : webhookRequest(facts);
    return this.exchange.post(service, request, { signal });
  }

  /** Who has a request sent again sees in the log why nothing came of it. */
  private async leave(call: WebhookCall, failure: string): Promise<CallOutcome> {
    await this.repository.drop(call.id);
    if (call.resendOf !== null) this.calls.add(call, call.service ?? NO_SERVICE, { outcome: 'failed', failure });
    return 'gone';
  }

  private async reply(attempt: Attempt, reply: WebhookReply): Promise<CallOutcome> {
    try {
      await this.say(attempt, reply);
    } catch (error) {
      // The bot may not post there, or not that.
      if (!(error instanceof DomainError)) throw error;
      const failure = { inConversation: error.message, forOwner: error.message, isPassing: false };
      return this.giveUp(attempt, failure);
    }
    this.remember(attempt, 'replied');
    return 'replied';
  }

  private remember(
    { call, service, trace, wasSaid }: Attempt,
    outcome: BotCall['outcome'],
    failure: CallFailure | null = null,
  ): void {
    this.calls.add(call, service, { outcome, failure: failure?.forOwner ?? null, trace, wasSaid });
  }

  /** Once: of two that have the answer, one ends the row. */
  private async say({ call, ctx, fetched }: Attempt, reply: WebhookReply): Promise<void> {
    const { content, widgetContent, address } = reply;
    const to = address
      ? { type: 'channel' as const, to: JSON.stringify(address.channel), topic: address.topic }
      : answerAddress(fetched);
    const request = { ...to, content, widget_content: widgetContent };
    await this.sending.sendWithin(ctx, request, {
      claim: (tx) => this.repository.finish(tx, call.id),
      sent: () => Promise.resolve(),
    });
  }

  private async fail(attempt: Attempt, failure: CallFailure): Promise<CallOutcome> {
    const { call } = attempt;
    const isPaused = await this.repository.noteFailure(call, MOST_FAILURES, PAUSE_SECONDS);
    this.failing.add(call.botId);
    const pause = pauseAfter(failure, call, this.latestSeconds);
    if (pause === null) return this.giveUp(attempt, failure, isPaused);
    await this.repository.postpone(call.id, pause);
    this.remember(attempt, 'will_retry', failure);
    if (isPaused) await this.notices.tell(attempt.ctx, attempt, failure, true);
    return 'postponed';
  }

  /** The service is left alone for now; a call that would come too late then is given up. */
  private async wait(attempt: Attempt): Promise<CallOutcome> {
    const { call } = attempt;
    const failure: CallFailure = {
      inConversation: 'Bot is unavailable',
      forOwner: `It failed ${MOST_FAILURES} times in a row and is not called for ${PAUSE_SECONDS / 60} minutes.`,
      isPassing: true,
      retryAfterSeconds: call.pauseSeconds,
    };
    const pause = pauseAfter(failure, { ...call, attempts: 1 }, this.latestSeconds);
    if (pause === null) return this.giveUp(attempt, failure);
    await this.repository.postpone(call.id, pause, false);
    return 'postponed';
  }

  /** Says so where the bot was asked, and to its owner; who has a request sent again looks at the log. */
  private async giveUp(attempt: Attempt, failure: CallFailure, isPaused = false): Promise<CallOutcome> {
    const { call, ctx } = attempt;
    if (call.resendOf !== null) {
      await this.repository.drop(call.id);
      this.remember(attempt, 'failed', failure);
      return 'failed';
    }
    try {
      await this.say(attempt, { content: `Failure! ${failure.inConversation}` });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.repository.drop(call.id);
    }
    this.remember(attempt, 'failed', failure);
    await this.notices.tell(ctx, attempt, failure, isPaused);
    return 'failed';
  }
}

function isEmbedded({ user }: Owner): boolean {
  return user?.botType === BotType.Embedded;
}
