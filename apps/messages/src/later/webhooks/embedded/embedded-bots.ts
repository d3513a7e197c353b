import { Injectable } from '@nestjs/common';
import type { fetchMessage } from '@stoa/contracts/messages';
import type { RpcResponse } from '@stoa/contracts/rpc';
import { Directory } from '@stoa/directory';
import { type EmbeddedAnswer, askedText, embeddedBotNamed } from '@stoa/integrations';
import { BotType, openColumn } from '@stoa/policy';
import { textsIn } from '@stoa/texts';
import { MessagesEnvironment } from '../../../messages.environment';
import { BotSettingsRepository } from '../bot-settings.repository';
import type { WebhookReply } from '../webhook-answer';
import type { WebhookService } from '../webhook-calls.repository';
import type { Exchanged } from '../webhook-exchange';
import { EmbeddedBotsRepository } from './embedded-bots.repository';

/** As if it had been answered over HTTP. */
const ANSWERED = 200;

export interface EmbeddedFacts {
  service: WebhookService;
  bot: { id: number; fullName: string };
  realm: { id: number; url: string };
  fetched: RpcResponse<typeof fetchMessage>;
}

/** Asks the bots that run within the service, as others are asked over HTTP. */
@Injectable()
export class EmbeddedBots {
  constructor(
    private readonly environment: MessagesEnvironment,
    private readonly directory: Directory,
    private readonly repository: EmbeddedBotsRepository,
    private readonly settings: BotSettingsRepository,
  ) {}

  /**
   * The service of a bot, as it is called: with its token as it is.
   * @returns undefined for an embedded bot that the installation does not have
   */
  serviceOf(botType: number | null, service: WebhookService): WebhookService | undefined {
    if (botType !== BotType.Embedded) {
      const { STOA_API_KEY_SECRET: secret } = this.environment;
      return { ...service, token: openColumn(secret, 'stoa/bot-service-token', service.token) };
    }
    const isThere = this.environment.STOA_EMBEDDED_BOTS && embeddedBotNamed(service.name) !== undefined;
    return isThere ? { ...service, baseUrl: `embedded:${service.name}` } : undefined;
  }

  hasSaidEnough(botId: number): Promise<boolean> {
    return this.repository.hasSaidEnough(botId);
  }

  /** Whom {@link serviceOf} found. */
  async ask({ service, bot, realm, fetched }: EmbeddedFacts): Promise<Exchanged> {
    const embedded = embeddedBotNamed(service.name);
    if (!embedded) throw new Error(`there is no embedded bot ${service.name}`);
    const { message, raw_content: content } = fetched;
    const startedAt = Date.now();
    const text = askedText(content, bot);
    const config = { ...embedded.config, ...(await this.settings.of(bot.id)) };
    const question = {
      text,
      sender: { id: message.sender_id, fullName: message.sender_full_name },
      url: `${realm.url}/#narrow/near/${message.id}`,
      ...(await this.writers(realm.id, message)),
    };
    const answer = embedded.answer(question, config);
    return {
      result: { kind: 'reply', reply: replyOf(answer) },
      trace: {
        startedAt,
        durationMs: Date.now() - startedAt,
        status: ANSWERED,
        requestBody: text,
        answerBody: JSON.stringify(answer),
      },
    };
  }

  /** In a conversation the language of who asks, in a channel that of the organization. */
  private async writers(realmId: number, { type, sender_id: senderId }: EmbeddedFacts['fetched']['message']) {
    const { settings, sender } = await this.directory.decideConfirmed(realmId, async (view) => ({
      settings: await view.settings(),
      sender: (await view.users()).get(senderId),
    }));
    const writeForAll = textsIn(settings.defaultLanguage);
    return { writeForAll, write: type === 'private' && sender ? textsIn(sender.language) : writeForAll };
  }
}

function replyOf(answer: EmbeddedAnswer): WebhookReply {
  const { content } = answer;
  return answer.kind === 'reply' ? { content } : { content, address: { channel: answer.channel, topic: answer.topic } };
}
