import { BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import {
  DELIVERY_OUTCOMES,
  type IncomingDelivery,
  listIncomingDeliveries,
  noteIncomingDelivery,
  tryIncomingDelivery,
} from '@stoa/contracts/messages';
import type { RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { Directory } from '@stoa/directory';
import { DomainError, badRequest } from '@stoa/errors';
import { INVALID_PAYLOAD, type Integration, integrationNamed, readDelivery } from '@stoa/integrations';
import { LOGGER, type Logger } from '@stoa/observability';
import { BotType, openSealedText, sealText } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { MessagesEnvironment } from '../../../messages.environment';
import { BotOwnerWarnings, type UnreadableDelivery } from '../../../send/messages/bot-owner-warnings';
import { BotSettingsRepository } from '../bot-settings.repository';
import { accessBot } from '../log/access-bot';
import { LogBatch } from '../log/log-batch';
import { IncomingDeliveriesRepository, type NewDelivery } from './incoming-deliveries.repository';

const PURPOSE = 'stoa/incoming-delivery';

/** What the owners of bots see of the deliveries of other tools, and what a delivery would become. */
@Injectable()
export class IncomingDeliveriesService implements BeforeApplicationShutdown {
  private readonly batch: LogBatch<NewDelivery>;
  private readonly openWarnings = new Set<Promise<void>>();
  private isEnding = false;

  constructor(
    private readonly directory: Directory,
    private readonly environment: MessagesEnvironment,
    private readonly repository: IncomingDeliveriesRepository,
    private readonly settings: BotSettingsRepository,
    private readonly warnings: BotOwnerWarnings,
    @Inject(LOGGER) log: Logger,
  ) {
    this.batch = new LogBatch<NewDelivery>(
      (deliveries) => this.repository.add(deliveries),
      (error, count) => log.warn({ err: error, count }, 'deliveries were not remembered'),
    );
  }

  /** Before the database is closed. */
  beforeApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    return this.settled();
  }

  /** Remembers a delivery, a moment later and with others, unless the installation wants none remembered. */
  @Handles(noteIncomingDelivery)
  async note(ctx: ActorContext, { code, ...request }: RpcRequest<typeof noteIncomingDelivery>): Promise<void> {
    const unreadable = unreadableBy(request, code);
    // The tool waits for no warning.
    if (unreadable) this.warn(ctx, unreadable);
    if (this.environment.STOA_WEBHOOK_LOG_DAYS !== 0) this.remember(ctx, request);
    // Requests that are under way are awaited; what they leave behind is not any more.
    if (this.isEnding) await this.settled();
  }

  private remember({ actor }: ActorContext, request: Omit<RpcRequest<typeof noteIncomingDelivery>, 'code'>): void {
    const { received_at_ms: receivedAtMs, body, ...facts } = request;
    const sealed_body = sealText(this.environment.STOA_API_KEY_SECRET, PURPOSE, body);
    this.batch.add({ realmId: actor.realmId, botId: actor.userId, receivedAtMs, ...facts, sealed_body });
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
    const rows = await this.repository.list(bot.id, { before: before ?? Number.MAX_SAFE_INTEGER, limit });
    const deliveries = rows.map(({ sealed_body: sealed, outcome, ...facts }): IncomingDelivery => {
      const body = seen === 'everything' ? openSealedText(this.environment.STOA_API_KEY_SECRET, PURPOSE, sealed) : null;
      return { ...facts, outcome: knownOutcome(outcome), body };
    });
    return { deliveries };
  }

  /**
   * @throws DomainError as {@link list}, `This bot takes no deliveries.`, `Invalid integration '…'.`, and what a tool would be
   * answered
   */
  @Handles(tryIncomingDelivery)
  async try(
    ctx: ActorContext,
    { bot_id: botId, integration: name, event, body }: RequestOf<typeof tryIncomingDelivery>,
  ): Promise<RpcResponse<typeof tryIncomingDelivery>> {
    const { bot, seen } = await this.directory.decideConfirmed(ctx.actor.realmId, (view) =>
      accessBot(view, ctx.actor.userId, botId),
    );
    if (bot.botType !== BotType.IncomingWebhook) throw badRequest('This bot takes no deliveries.');
    const integration = integrationNamed(name);
    if (!integration) throw badRequest(`Invalid integration '${name}'.`);
    // Templates may say what administrators do not see.
    const settings = seen === 'everything' ? await this.settings.of(bot.id) : {};
    return tried(integration, { event, body }, settings);
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

function tried(
  integration: Integration,
  { event, body }: { event?: string; body?: string },
  settings: Readonly<Record<string, string>>,
): RpcResponse<typeof tryIncomingDelivery> {
  const [sample] = integration.samples;
  const headers = new Map<string, string>([['content-type', 'application/json']]);
  for (const [key, value] of Object.entries(sample?.headers ?? {})) headers.set(key.toLowerCase(), value);
  if (event !== undefined && integration.eventHeader) headers.set(integration.eventHeader.toLowerCase(), event);
  const text = body ?? (typeof sample?.body === 'string' ? sample.body : JSON.stringify(sample?.body ?? {}));
  const delivery = { headers: Object.fromEntries(headers), query: sample?.query ?? {}, body: Buffer.from(text) };
  try {
    const { events, notices } = readDelivery(integration, delivery, { settings, now: Date.now(), isTrial: true });
    return { events, messages: notices };
  } catch (error) {
    // A tool gets a success for an event that nobody knows; people are told.
    if (!(error instanceof DomainError) || error.status !== 200) throw error;
    throw new DomainError(error.code, error.message, { data: error.data });
  }
}

function knownOutcome(outcome: string): IncomingDelivery['outcome'] {
  const known = DELIVERY_OUTCOMES.find((one) => one === outcome);
  if (!known) throw new Error(`there is no outcome ${outcome}`);
  return known;
}
