import { Injectable } from '@nestjs/common';
import { MessagesEnvironment } from '../../../messages.environment';
import type { WebhookCall, WebhookService } from '../webhook-calls.repository';
import { BotCallsRepository } from './bot-calls.repository';
import { CallEnd, CallRecord, callRecord } from './call-record';

/** Remembers calls for the owners of bots, unless the installation wants none remembered. */
@Injectable()
export class BotCallLog {
  constructor(
    private readonly environment: MessagesEnvironment,
    private readonly repository: BotCallsRepository,
  ) {}

  async add(call: WebhookCall, service: WebhookService, end: CallEnd): Promise<void> {
    const { realmId, botId, messageId, deliveryId, trigger, attempts: attempt } = call;
    const facts = { realmId, botId, messageId, deliveryId, trigger, attempt };
    await this.addRecord(callRecord(facts, service, end, Date.now()));
  }

  /** @returns its id; 0 if nothing is remembered */
  async addRecord(record: CallRecord): Promise<number> {
    return this.environment.STOA_WEBHOOK_LOG_DAYS === 0 ? 0 : this.repository.add(record);
  }
}
