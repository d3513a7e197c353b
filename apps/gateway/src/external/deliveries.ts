import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '@stoa/contracts/rpc';
import { checkSignature, readDelivery, webhookSecrets } from '@stoa/integrations';
import type { CallContext } from '@stoa/rpc';
import { DeliveryEnd, DeliveryFacts, DeliveryLog, ReceivedDelivery } from './delivery-log';
import { DeliveryMessages } from './delivery-messages';
import { formTexts } from './form-texts';
import { WebhookBotStore } from './webhook-bot-store';

export type BotContext = CallContext & { actor: Actor };

/** A delivery that went its way. */
export interface TakenDelivery {
  end: DeliveryEnd;
  /** Of a replay: what it is in the log; null if it could not be remembered. */
  id: number | null;
}

/** The way of every delivery once its bot is known: it is read, becomes messages, and is remembered. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly bots: WebhookBotStore,
    private readonly messages: DeliveryMessages,
    private readonly log: DeliveryLog,
  ) {}

  /** Never throws: what went wrong is how the delivery ended. @param context of the bot */
  async take(context: BotContext, received: ReceivedDelivery): Promise<TakenDelivery> {
    const end = await this.post(context, received);
    return { end, id: await this.log.note(context, received, end) };
  }

  private async post(context: BotContext, { integration, delivery, replay }: ReceivedDelivery): Promise<DeliveryEnd> {
    const facts: DeliveryFacts = { sent: { messageIds: [], failure: null }, isSigned: null, secrets: [] };
    try {
      const { settings, people, ownerId } = await this.bots.find(context.actor.userId);
      facts.secrets = webhookSecrets(settings);
      const options = { settings, people, now: Date.now(), wasSigned: replay?.wasSigned };
      facts.isSigned = false;
      facts.isSigned = checkSignature(integration, delivery, options);
      const fields = await formTexts(integration, delivery);
      const reading = readDelivery(integration, { ...delivery, fields }, { ...options, isTrusted: true });
      facts.reading = reading;
      const destination = { channel: delivery.query.stream, ownerId };
      // The id of a delivery would make a replay a repetition, which gives nothing; so would one of the caller's choice.
      const deliveryId = replay ? `replay ${randomUUID()}` : reading.deliveryId;
      await this.messages.send(context, integration, { ...reading, deliveryId }, destination, facts.sent);
      const kept = reading.filteredBy.length > 0 ? 'filtered' : 'nothing';
      const { messageIds, failure } = facts.sent;
      return { ...facts, outcome: messageIds.length > 0 || failure !== null ? 'posted' : kept };
    } catch (error) {
      return { ...facts, error };
    }
  }
}
