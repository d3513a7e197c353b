import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { type BotCall, listBotCalls, testBot } from '@stoa/contracts/messages';
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
import { BotCallsRepository } from './bot-calls.repository';
import { BotCallLog } from './bot-call-log';
import { CallRecord, callRecord } from './call-record';
import { sampleMessage } from './sample-message';

/** Somebody waits for it. */
const LONGEST_TEST_MS = 15_000;

/** What the owners of outgoing webhook bots and embedded bots see of their services' calls, and tests of the services. */
@Injectable()
export class BotCallsService {
  constructor(
    private readonly directory: Directory,
    private readonly repository: BotCallsRepository,
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
    const page = { before: before ?? Number.MAX_SAFE_INTEGER, limit, withBodies: seen === 'everything' };
    const [deliveries, { failures, pausedUntil }] = await Promise.all([
      this.repository.list(bot.id, page),
      this.repository.health(bot.id),
    ]);
    return { deliveries, failures, paused_until: pausedUntil };
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
    const call = { botId: bot.id, realmId, messageId: null, deliveryId: randomUUID(), trigger, attempt: 1 } as const;
    const fetched = sampleMessage({ settings, sender: requester, bot, content, html, clientName, isInChannel, now });
    const realm = { id: realmId, url: realmUrl, subdomain: settings.stringId, host };
    const exchanged =
      bot.botType === BotType.Embedded
        ? await this.embedded.ask({ service, bot, realm, fetched })
        : await this.exchange.post(service, webhookRequest({ call, service, bot, realm, fetched, now, isTest: true }), {
            longestMs: LONGEST_TEST_MS,
          });
    const record = await this.tried(call, service, exchanged);
    const delivery = shown(record, await this.log.addRecord(record));
    return { delivery: seen === 'everything' ? delivery : { ...delivery, request_body: null, answer_body: null } };
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

/** @param id 0: it is not remembered */
function shown(record: CallRecord, id: number): BotCall {
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
    request_body: record.requestBody,
    answer_body: record.answerBody,
  };
}
