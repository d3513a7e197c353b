import { BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import {
  DELIVERY_OUTCOMES,
  type IncomingDelivery,
  listIncomingDeliveries,
  noteIncomingDelivery,
  readIncomingDelivery,
} from '@stoa/contracts/messages';
import type { RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { Directory } from '@stoa/directory';
import { badRequest, insufficientPermission } from '@stoa/errors';
import { INVALID_PAYLOAD, integrationNamed } from '@stoa/integrations';
import { LOGGER, type Logger } from '@stoa/observability';
import { BotType, mayRepeatForBot } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { MessagesEnvironment } from '../../../messages.environment';
import { BotOwnerWarnings, type UnreadableDelivery } from '../../../send/messages/bot-owner-warnings';
import { accessBot, administered } from '../log/access-bot';
import { DeliveryLogRepository } from '../log/delivery-log.repository';
import { LogBatch } from '../log/log-batch';
import { SealedLog, beginningOf } from '../log/sealed-log';
import { IncomingDeliveriesRepository, type NewDelivery, type StoredDelivery } from './incoming-deliveries.repository';

type Noted = RpcRequest<typeof noteIncomingDelivery>;

/** What the owners of bots see of the deliveries of other tools. */
@Injectable()
export class IncomingDeliveriesService implements BeforeApplicationShutdown {
  private readonly batch: LogBatch<NewDelivery>;
  private readonly openWarnings = new Set<Promise<void>>();
  private isEnding = false;

  constructor(
    private readonly directory: Directory,
    private readonly environment: MessagesEnvironment,
    private readonly repository: IncomingDeliveriesRepository,
    private readonly logs: DeliveryLogRepository,
    private readonly sealed: SealedLog,
    private readonly warnings: BotOwnerWarnings,
    @Inject(LOGGER) log: Logger,
  ) {
    this.batch = new LogBatch<NewDelivery>(
      (deliveries) => this.repository.add(deliveries, this.sealed.nothing()),
      (error, count) => log.warn({ err: error, count }, 'deliveries were not remembered, or not whole'),
      {
        bytesOf: ({ sealed_body, sealed_head, events }) =>
          events.reduce((sum, { length }) => sum + length, sealed_body.length + (sealed_head?.length ?? 0)),
        lightened: (row) => ({ ...row, sealed_body: this.sealed.nothing(), sealed_head: null }),
      },
    );
  }

  /** Before the database is closed. */
  beforeApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    return this.settled();
  }

  /**
   * Remembers a delivery, a moment later and with others, unless the installation wants none remembered; a replay, for
   * which somebody waits, at once.
   */
  @Handles(noteIncomingDelivery)
  async note(ctx: ActorContext, { code, ...request }: Noted): Promise<RpcResponse<typeof noteIncomingDelivery>> {
    const unreadable = unreadableBy(request, code);
    // The tool waits for no warning; who has a delivery taken again sees what was wrong.
    if (unreadable && request.replay_of === undefined) this.warn(ctx, unreadable);
    const ids = this.environment.STOA_WEBHOOK_LOG_DAYS === 0 ? [] : await this.remember(ctx, request);
    // Requests that are under way are awaited; what they leave behind is not any more.
    if (this.isEnding) await this.settled();
    return { id: ids[0] };
  }

  /** @returns its id, of a replay */
  private async remember({ actor }: ActorContext, request: Omit<Noted, 'code'>): Promise<number[]> {
    const { received_at_ms: receivedAtMs, body, head, replay_of = null, ...facts } = request;
    const row: NewDelivery = {
      ...{ realmId: actor.realmId, botId: actor.userId, receivedAtMs, replay_of },
      ...facts,
      sealed_body: this.sealed.sealBody(body),
      sealed_head: this.sealed.sealHead(head),
    };
    if (replay_of !== null) return this.repository.add([row], this.sealed.nothing());
    this.batch.add(row);
    return [];
  }

  private warn(ctx: ActorContext, unreadable: UnreadableDelivery): void {
    const done = this.warnings.afterDelivery(ctx, unreadable).finally(() => this.openWarnings.delete(done));
    this.openWarnings.add(done);
  }

  private async settled(): Promise<void> {
    await Promise.all([this.batch.settled(), ...this.openWarnings]);
  }

  /** @throws DomainError `No such bot`, `Insufficient permission` */
  @Handles(listIncomingDeliveries)
  async list(
    ctx: ActorContext,
    { bot_id: botId, before, limit }: RequestOf<typeof listIncomingDeliveries>,
  ): Promise<RpcResponse<typeof listIncomingDeliveries>> {
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
      deliveries: rows.map((row) => this.shown(row, showsBodies)),
      health,
      records_bodies: recordsBodies,
    };
  }

  private shown(
    { sealed_body: sealedBody, sealed_head: sealedHead, outcome, ...facts }: StoredDelivery,
    showsBodies: boolean,
  ): IncomingDelivery {
    const head = showsBodies ? this.sealed.head(sealedHead) : null;
    const body = showsBodies ? beginningOf(this.sealed.body(sealedBody)) : null;
    return {
      ...{ ...facts, outcome: knownOutcome(outcome) },
      headers: head?.headers ?? null,
      // A tool that asks with GET says everything in the address.
      body: body === '' && head ? new URLSearchParams(head.query).toString() : body,
      can_replay: head?.is_whole ?? false,
    };
  }

  /**
   * A delivery for its bot to take again.
   * @throws DomainError as {@link accessBot}, `This bot takes no deliveries.`, `Bot is deactivated`, `No such delivery`,
   * `This delivery was not recorded as a whole.`
   */
  @Handles(readIncomingDelivery)
  async read(
    ctx: ActorContext,
    { bot_id: botId, id }: RpcRequest<typeof readIncomingDelivery>,
  ): Promise<RpcResponse<typeof readIncomingDelivery>> {
    const { realmId, userId } = ctx.actor;
    const { bot, requester } = await this.directory.decideConfirmed(realmId, (view) => accessBot(view, userId, botId));
    if (!mayRepeatForBot(administered(requester), administered(bot))) throw insufficientPermission();
    if (bot.botType !== BotType.IncomingWebhook) throw badRequest('This bot takes no deliveries.');
    if (!bot.isActive) throw badRequest('Bot is deactivated');
    const row = await this.repository.find(bot.id, id);
    if (!row) throw badRequest('No such delivery');
    const head = this.sealed.head(row.sealed_head);
    if (!head?.is_whole || !(await this.logs.recordsBodies(bot.id))) {
      throw badRequest('This delivery was not recorded as a whole.');
    }
    const { role, email, deliveryEmail: delivery_email, fullName: full_name, canForgeSender: can_forge_sender } = bot;
    return {
      bot: { role, email, delivery_email, full_name, can_forge_sender },
      ...{ integration: row.integration, is_signed: row.is_signed },
      ...{ headers: head.headers, query: head.query, body: this.sealed.body(row.sealed_body) },
    };
  }
}

/** What most likely was set up wrongly, by the error that the tool got (mail-and-integrations.md 8.1). */
function unreadableBy(
  { integration: name, failure }: Pick<NewDelivery, 'integration' | 'failure'>,
  code: string | undefined,
): UnreadableDelivery | null {
  const integration = integrationNamed(name);
  if (!integration) return null;
  const { displayName, eventHeader, neededFields: fields } = integration;
  const lacking = (lacks: UnreadableDelivery['lacks']): UnreadableDelivery => ({ integration: displayName, lacks });
  if (code === 'INVALID_JSON') return lacking('json');
  if (code === 'MISSING_HTTP_EVENT_HEADER' && eventHeader) return lacking({ header: eventHeader });
  return fields && code === 'BAD_REQUEST' && failure === INVALID_PAYLOAD ? lacking({ fields }) : null;
}

function knownOutcome(outcome: string): IncomingDelivery['outcome'] {
  const known = DELIVERY_OUTCOMES.find((one) => one === outcome);
  if (!known) throw new Error(`there is no outcome ${outcome}`);
  return known;
}
