import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@stoa/observability';
import { MessagesEnvironment } from '../../../messages.environment';
import type { WebhookCall, WebhookService } from '../webhook-calls.repository';
import { BotCallsRepository, SealedCall } from './bot-calls.repository';
import { CallEnd, CallRecord, callRecord } from './call-record';
import { LogBatch } from './log-batch';
import { type RecordedExchange, SealedLog } from './sealed-log';

/** Remembers calls for the owners of bots, unless the installation wants none remembered. */
@Injectable()
export class BotCallLog {
  private readonly batch: LogBatch<SealedCall>;

  constructor(
    private readonly environment: MessagesEnvironment,
    private readonly repository: BotCallsRepository,
    private readonly sealed: SealedLog,
    @Inject(LOGGER) log: Logger,
  ) {
    this.batch = new LogBatch<SealedCall>(
      (records) => this.repository.add(records),
      (error, count) => log.warn({ err: error, count }, 'calls of services of bots were not remembered, or not whole'),
      {
        bytesOf: ({ sealedExchange }) => sealedExchange?.length ?? 0,
        lightened: (row) => ({ ...row, sealedExchange: null }),
      },
    );
  }

  /** Resolves when what was added is stored: before the database is closed. */
  settled(): Promise<void> {
    return this.batch.settled();
  }

  /** A moment later, with others. */
  add(call: WebhookCall, service: Pick<WebhookService, 'baseUrl' | 'token'>, end: CallEnd): void {
    if (this.environment.STOA_WEBHOOK_LOG_DAYS === 0) return;
    const { realmId, botId, messageId, deliveryId, trigger, attempts: attempt, resendOf } = call;
    const facts = { realmId, botId, messageId, deliveryId, trigger, attempt, resendOf };
    this.batch.add(this.seal(callRecord(facts, service, end, Date.now())));
  }

  /** @returns its id; 0 if nothing is remembered */
  async addRecord(record: CallRecord): Promise<number> {
    if (this.environment.STOA_WEBHOOK_LOG_DAYS === 0) return 0;
    const [id] = await this.repository.add([this.seal(record)]);
    if (id === undefined) throw new Error('an inserted row has an id');
    return id;
  }

  /** A request that is to be sent as it was; null if it is not there any more, or not as a whole. */
  async requestOf({ botId, resendOf }: { botId: number; resendOf: number }): Promise<RecordedExchange | null> {
    const row = await this.repository.find(botId, resendOf);
    const exchange = this.sealed.exchange(row?.sealed_exchange ?? null);
    return exchange?.is_whole ? exchange : null;
  }

  /** Whether the bot has said what its service answered to a request, in one of the attempts that are remembered. */
  hasReplied(botId: number, deliveryId: string): Promise<boolean> {
    return this.repository.hasReplied(botId, deliveryId);
  }

  private seal({ exchange, ...record }: CallRecord): SealedCall {
    return { ...record, sealedExchange: exchange && this.sealed.sealExchange(exchange) };
  }
}
