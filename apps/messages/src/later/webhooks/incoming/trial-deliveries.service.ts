import { Injectable } from '@nestjs/common';
import { tryIncomingDelivery } from '@stoa/contracts/messages';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { Directory } from '@stoa/directory';
import { DomainError, badRequest, insufficientPermission } from '@stoa/errors';
import { type DeliveryMessage, type Integration, integrationNamed, readDelivery } from '@stoa/integrations';
import { BotType } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { OwnerContexts } from '../../../send/notices/owner-context';
import { SendMessageService } from '../../../send/messages/send-message.service';
import { BotSettingsRepository, type WebhookSettings } from '../bot-settings.repository';
import { accessBot } from '../log/access-bot';

/** A body may be made up so that it gives hundreds. */
const MOST_POSTED = 10;

interface Tried {
  event?: string;
  body?: string;
  topic?: string;
}

/** What a delivery of a tool would become, and how that looks where it is to go. */
@Injectable()
export class TrialDeliveriesService {
  constructor(
    private readonly directory: Directory,
    private readonly settings: BotSettingsRepository,
    private readonly owners: OwnerContexts,
    private readonly sending: SendMessageService,
  ) {}

  /**
   * @throws DomainError as accessBot, `This bot takes no deliveries.`, `Invalid integration '…'.`, `Bot is deactivated`, what a
   * tool would be answered, and why the bot may not post
   */
  @Handles(tryIncomingDelivery)
  async try(
    ctx: ActorContext,
    {
      bot_id: botId,
      integration: name,
      stream_id: channelId,
      settings: givenSettings = {},
      ...given
    }: RequestOf<typeof tryIncomingDelivery>,
  ): Promise<RpcResponse<typeof tryIncomingDelivery>> {
    const { realmId, partition, userId, clientName } = ctx.actor;
    const { bot, seen } = await this.directory.decideConfirmed(realmId, (view) => accessBot(view, userId, botId));
    if (bot.botType !== BotType.IncomingWebhook) throw badRequest('This bot takes no deliveries.');
    const integration = integrationNamed(name);
    if (!integration) throw badRequest(`Invalid integration '${name}'.`);
    const isOwn = seen === 'everything';
    // Templates may say what administrators do not see.
    const setUp = isOwn ? await this.settings.ofWebhooks(bot.id) : { settings: {}, people: new Map() };
    const settings = { ...setUp.settings, ...givenSettings };
    const { events, notices } = read(integration, given, { settings, people: setUp.people });
    const messages = notices.map(({ topic, content }) => ({ topic, content }));
    if (channelId === undefined) return { events, messages, message_ids: [] };
    // An administrator would write in the name of somebody else's bot.
    if (!isOwn) throw insufficientPermission();
    if (!bot.isActive) throw badRequest('Bot is deactivated');
    const asBot = await this.owners.of({ realmId, partition, userId: bot.id }, clientName);
    return { events, messages, message_ids: await this.post(asBot.ctx, channelId, notices) };
  }

  /**
   * @returns the ids; what is for one person alone is left out
   * @throws DomainError why one may not be posted, with the ids of those that were before (`message_ids`)
   */
  private async post(ctx: ActorContext, channelId: number, notices: readonly DeliveryMessage[]): Promise<number[]> {
    const ids: number[] = [];
    for (const notice of notices.filter(({ recipients }) => !recipients).slice(0, MOST_POSTED)) {
      const { topic, content, isWithoutPreviews: without_previews } = notice;
      const message = { topic, content, ...(without_previews ? { without_previews } : {}) };
      try {
        const { id } = await this.sending.send(ctx, { type: 'channel', to: String(channelId), ...message });
        ids.push(id);
      } catch (error) {
        if (!(error instanceof DomainError) || ids.length === 0) throw error;
        const { code, message, status, data } = error;
        throw new DomainError(code, message, { status, data: { ...data, message_ids: ids }, cause: error });
      }
    }
    return ids;
  }
}

function read(integration: Integration, { event, body, topic }: Tried, setUp: WebhookSettings) {
  const [sample] = integration.samples;
  const headers = new Map<string, string>([['content-type', 'application/json']]);
  // A body of the caller may name its event itself, and is another delivery than the example.
  const isExample = body === undefined;
  const takesSampleHeaders = isExample || !integration.eventWithoutHeader;
  for (const [key, value] of Object.entries((takesSampleHeaders && sample?.headers) || {})) {
    headers.set(key.toLowerCase(), value);
  }
  if (event !== undefined && integration.eventHeader) headers.set(integration.eventHeader.toLowerCase(), event);
  const text = body ?? (typeof sample?.body === 'string' ? sample.body : JSON.stringify(sample?.body ?? {}));
  const query = { ...(isExample ? sample?.query : {}), ...(topic ? { topic } : {}) };
  const delivery = { headers: Object.fromEntries(headers), query, body: Buffer.from(text) };
  try {
    return readDelivery(integration, delivery, { ...setUp, now: Date.now(), isTrusted: true });
  } catch (error) {
    // A tool gets a success for an event that nobody knows; people are told.
    if (!(error instanceof DomainError) || error.status !== 200) throw error;
    throw new DomainError(error.code, error.message, { data: error.data });
  }
}
