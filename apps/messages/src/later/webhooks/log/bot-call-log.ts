import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@stoa/observability';
import { MessagesEnvironment } from '../../../messages.environment';
import type { WebhookCall, WebhookService } from '../webhook-calls.repository';
import { BotCallsRepository } from './bot-calls.repository';
import { CallEnd, CallRecord, callRecord } from './call-record';
import { LogBatch } from './log-batch';

/** Remembers calls for the owners of bots, unless the installation wants none remembered. */
@Injectable()
export class BotCallLog {
  private readonly batch: LogBatch<CallRecord>;

  constructor(
    private readonly environment: MessagesEnvironment,
    private readonly repository: BotCallsRepository,
    @Inject(LOGGER) log: Logger,
  ) {
    this.batch = new LogBatch<CallRecord>(
      (records) => this.repository.add(records),
      (error, count) => log.warn({ err: error, count }, 'calls of services of bots were not remembered'),
    );
  }

  /** Resolves when what was added is stored: before the database is closed. */
  settled(): Promise<void> {
    return this.batch.settled();
  }

  /** A moment later, with others. */
  add(call: WebhookCall, service: WebhookService, end: CallEnd): void {
    if (this.environment.STOA_WEBHOOK_LOG_DAYS === 0) return;
    const { realmId, botId, messageId, deliveryId, trigger, attempts: attempt } = call;
    const facts = { realmId, botId, messageId, deliveryId, trigger, attempt };
    this.batch.add(callRecord(facts, service, end, Date.now()));
  }

  /** @returns its id; 0 if nothing is remembered */
  async addRecord(record: CallRecord): Promise<number> {
    if (this.environment.STOA_WEBHOOK_LOG_DAYS === 0) return 0;
    const [id] = await this.repository.add([record]);
    if (id === undefined) throw new Error('an inserted row has an id');
    return id;
  }
}
