import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { BOT_CALL_OUTCOMES, type BotCall, listBotCalls, testBot } from '@stoa/contracts/messages';
import { badRequest } from '@stoa/errors';
import { Directory } from '@stoa/directory';
import { BotType } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { MessageRenderer } from '../../../send/rendering/message-renderer';
import { WebhookCallsRepository, WebhookService } from '../webhook-calls.repository';
import { EmbeddedBots } from '../embedded/embedded-bots';
import { Exchanged, WebhookExchange } from '../webhook-exchange';
import { isImpossible, webhookRequest } from '../webhook-request';
import { accessBot } from './access-bot';
import { BotCallsRepository, StoredCall } from './bot-calls.repository';
import { BotCallLog } from './bot-call-log';
import { CallRecord, callRecord } from './call-record';
import { DeliveryLogRepository } from './delivery-log.repository';
import { sampleMessage } from './sample-message';
import { type RecordedExchange, SealedLog, beginningOf } from './sealed-log';

/** Somebody waits for it. */
const LONGEST_TEST_MS = 15_000;

/** What the owners of outgoing webhook bots and embedded bots see of their services' calls, and tests of the services. */
@Injectable()
export class BotCallsService {
  constructor(
    private readonly directory: Directory,
    private readonly repository: BotCallsRepository,
    private readonly logs: DeliveryLogRepository,
    private readonly sealed: SealedLog,
    private readonly services: WebhookCallsRepository,
    private readonly renderer: MessageRenderer,
    private readonly exchange: WebhookExchange,
    private readonly log: BotCallLog,
    private readonly embedded: EmbeddedBots,
  ) {}

  /** @throws DomainError as {@link accessBot} */
  @Handles(listBotCalls)
  async list(
    ctx: ActorContext,
    { bot_id: botId, before, limit }: RequestOf<typeof listBotCalls>,
  ): Promise<RpcResponse<typeof listBotCalls>> {
    const { bot, seen } = await this.directory.decideConfirmed(ctx.actor.realmId, (view) =>
      accessBot(view, ctx.actor.userId, botId),
    );
    const [rows, health, recordsBodies] = await Promise.all([
      this.repository.list(bot.id, { before: before ?? Number.MAX_SAFE_INTEGER, limit }),
      this.repository.health(bot.id),
      this.logs.recordsBodies(bot.id),
    ]);
    const showsBodies = seen === 'everything' && recordsBodies;
    return {
      deliveries: rows.map((row) => this.stored(row, showsBodies)),
      failures: health.failures,
      paused_until: health.pausedUntil,
      last_success_at: health.lastSuccessAt,
      records_bodies: recordsBodies,
    };
  }

  private stored(row: StoredCall, showsBodies: boolean): BotCall {
    const { sealed_exchange: sealed, request_body, answer_body, outcome, ...facts } = row;
    const call = { ...facts, outcome: knownOutcome(outcome) };
    if (!showsBodies) return { ...call, ...NOTHING_SAID };
    const exchange = this.sealed.exchange(sealed);
    if (!exchange) return { ...call, ...NOTHING_SAID, request_body, answer_body };
    return { ...call, ...said(exchange), can_resend: exchange.is_whole && row.message_id !== null };
  }

  /** @throws DomainError as {@link accessBot}, `Bot is deactivated`, `This bot has no service that could be called.` */
  @Handles(testBot)
  async test(
    ctx: ActorContext,
    { bot_id: botId, content }: RequestOf<typeof testBot>,
  ): Promise<RpcResponse<typeof testBot>> {
    const { realmId, userId, realmHost: host, realmUrl, clientName } = ctx.actor;
    const { bot, requester, seen, settings, html } = await this.directory.decideConfirmed(realmId, async (view) => {
      const access = await accessBot(view, userId, botId);
      const rendered = await this.renderer.render(view, {
        content,
        topic: '',
        sender: access.requester,
        channel: null,
      });
      return { ...access, settings: await view.settings(), html: rendered.html };
    });
    if (!bot.isActive) throw badRequest('Bot is deactivated');
    const stored = await this.services.service(bot.id);
    const service = stored && this.embedded.serviceOf(bot.botType, stored);
    if (!service) throw badRequest('This bot has no service that could be called.');
    const trigger = isImpossible(service, 'direct_message') ? 'mention' : 'direct_message';
    const now = Date.now();
    const isInChannel = trigger === 'mention';
    const facts = { botId: bot.id, realmId, messageId: null, deliveryId: randomUUID(), trigger } as const;
    const call = { ...facts, attempt: 1, resendOf: null };
    const fetched = sampleMessage({ settings, sender: requester, bot, content, html, clientName, isInChannel, now });
    const realm = { id: realmId, url: realmUrl, subdomain: settings.stringId, host };
    const exchanged =
      bot.botType === BotType.Embedded
        ? await this.embedded.ask({ service, bot, realm, fetched })
        : await this.exchange.post(service, webhookRequest({ call, service, bot, realm, fetched, now, isTest: true }), {
            longestMs: LONGEST_TEST_MS,
          });
    const record = await this.tried(call, service, exchanged);
    return { delivery: shown(record, await this.log.addRecord(record), seen === 'everything') };
  }

  private async tried(
    call: Parameters<typeof callRecord>[0],
    service: WebhookService,
    { result, trace }: Exchanged,
  ): Promise<CallRecord> {
    if (result.kind === 'failed') {
      const end = { outcome: 'failed', failure: result.failure.forOwner, trace } as const;
      return callRecord(call, service, end, trace.startedAt);
    }
    await this.services.noteSuccess(call.botId);
    const outcome = result.kind === 'reply' ? 'replied' : 'silent';
    return callRecord(call, service, { outcome, failure: null, trace }, trace.startedAt);
  }
}

/** What is shown of a call to those who may not see what was said, and where nothing was. */
const NOTHING_SAID = {
  ...{ request_headers: null, request_body: null, answer_headers: null, answer_body: null },
  can_resend: false,
};

function said(exchange: RecordedExchange) {
  const { request_headers, request_body, answer_headers, answer_body } = exchange;
  return { request_headers, request_body: beginningOf(request_body), answer_headers, answer_body };
}

/** A test, which nobody sends again. @param id 0: it is not remembered */
function shown(record: CallRecord, id: number, showsBodies: boolean): BotCall {
  return {
    id,
    delivery_id: record.deliveryId,
    message_id: record.messageId,
    trigger: record.trigger,
    attempt: record.attempt,
    outcome: record.outcome,
    url: record.url,
    started_at: Math.floor(record.startedAt.getTime() / 1_000),
    duration_ms: record.durationMs,
    status: record.status,
    failure: record.failure,
    resend_of: record.resendOf,
    ...NOTHING_SAID,
    ...(showsBodies && record.exchange ? said(record.exchange) : {}),
  };
}

function knownOutcome(outcome: string): BotCall['outcome'] {
  const known = BOT_CALL_OUTCOMES.find((one) => one === outcome);
  if (!known) throw new Error(`there is no outcome ${outcome}`);
  return known;
}
