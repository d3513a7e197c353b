import { BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import {
  DELIVERY_OUTCOMES,
  type IncomingDelivery,
  listIncomingDeliveries,
  noteIncomingDelivery,
} from '@stoa/contracts/messages';
import type { RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { Directory } from '@stoa/directory';
import { INVALID_PAYLOAD, integrationNamed } from '@stoa/integrations';
import { LOGGER, type Logger } from '@stoa/observability';
import { openSealedText, sealText } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { MessagesEnvironment } from '../../../messages.environment';
import { BotOwnerWarnings, type UnreadableDelivery } from '../../../send/messages/bot-owner-warnings';
import { accessBot } from '../log/access-bot';
import { LogBatch } from '../log/log-batch';
import { IncomingDeliveriesRepository, type NewDelivery } from './incoming-deliveries.repository';

const PURPOSE = 'stoa/incoming-delivery';

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
