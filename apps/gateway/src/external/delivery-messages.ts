import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { postMessage } from '@stoa/contracts/messages';
import type { Actor, RpcRequest } from '@stoa/contracts/rpc';
import { DomainError, UnavailableError } from '@stoa/errors';
import type { DeliveryMessage, DeliveryReading, Integration } from '@stoa/integrations';
import { type CallContext, RpcClient } from '@stoa/rpc';
import { WebhookBotStore } from './webhook-bot-store';

export interface Destination {
  /** ID or name of a channel, as the address has it; none for a direct message to the owner. */
  channel: string | undefined;
  ownerId: number | null;
}

export interface SentDelivery {
  messageIds: number[];
  /** Why something was not posted that is no matter of the tool. */
  failure: string | null;
}

/** Between attempts at what another request is posting at the same time: tools wait for a few seconds at most. */
const REPEATED_PAUSES_MS = [100, 400, 1_000];

/** Sends what a delivery became, as its bot. */
@Injectable()
export class DeliveryMessages {
  constructor(
    private readonly rpc: RpcClient,
    private readonly bots: WebhookBotStore,
  ) {}

  /**
   * A delivery that the tool repeats within a day gives no second message, whatever became of the first answer; one that
   * somebody has the tool repeat after they changed its address does.
   * @param sent is filled as messages are posted, also where a later one is refused
   * @throws DomainError why the bot may not post there
   * @throws UnavailableError while another request posts the same delivery: whether it gets there nobody knows
   */
  async send(
    context: CallContext & { actor: Actor },
    { name }: Integration,
    { notices, deliveryId }: DeliveryReading,
    destination: Destination,
    sent: SentDelivery,
  ): Promise<void> {
    for (const [index, notice] of notices.entries()) {
      const address = await this.addressOf(context.actor, notice, destination);
      if (!address) {
        const names = (notice.recipients ?? []).map((recipient) => `'${recipient}'`).join(' or ');
        sent.failure =
          names === '' ? 'Nobody is named whom it is for' : `No single account has the name or address ${names}`;
        continue;
      }
      const message = { ...address, content: notice.content };
      const previews = notice.isWithoutPreviews ? { without_previews: true } : {};
      const delivered = JSON.stringify([name, deliveryId, index, message]);
      const key = deliveryId && createHash('sha256').update(delivered).digest('base64url');
      try {
        sent.messageIds.push(await this.post(context, { ...message, ...previews, idempotency_key: key }));
      } catch (error) {
        // The owner was told of a channel that is not there; the tool cannot help it, and must not stop to send.
        if (!isForOwner(error)) throw error;
        sent.failure = error.message;
      }
    }
  }

  /** A success would end the repetitions of the tool, and the request before may still fail: so its end is awaited. */
  private async post(
    context: CallContext & { actor: Actor },
    message: RpcRequest<typeof postMessage>,
  ): Promise<number> {
    for (const pauseMs of [...REPEATED_PAUSES_MS, null]) {
      try {
        const { id } = await this.rpc.call(postMessage, context, message);
        return id;
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'IDEMPOTENT_REQUEST_IN_PROGRESS') throw error;
      }
      if (pauseMs !== null) await pause(pauseMs);
    }
    throw new UnavailableError('the same delivery is being posted');
  }

  /** @returns undefined if it is for one person, and nobody knows who that is */
  private async addressOf(
    { realmId }: Actor,
    { topic, recipients }: DeliveryMessage,
    destination: Destination,
  ): Promise<Address | undefined> {
    if (!recipients) return addressOf(destination, topic);
    const userId = await this.bots.personNamed(realmId, recipients);
    return userId === undefined ? undefined : { type: 'direct', to: JSON.stringify([userId]) };
  }
}

interface Address {
  type: 'channel' | 'direct';
  to: string;
  topic?: string;
}

function addressOf({ channel, ownerId }: Destination, topic: string): Address {
  if (channel !== undefined) return { type: 'channel', to: channel, topic };
  if (ownerId === null) {
    throw new DomainError('REQUEST_VARIABLE_MISSING', "Missing 'stream' argument", { data: { var_name: 'stream' } });
  }
  return { type: 'direct', to: JSON.stringify([ownerId]) };
}

function isForOwner(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === 'STREAM_DOES_NOT_EXIST';
}
