import { Inject, Injectable } from '@nestjs/common';
import { SendMessageRequest } from '@stoa/contracts/messages';
import { DomainError } from '@stoa/errors';
import { Directory, DirectoryUser, DirectoryView } from '@stoa/directory';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { readerOf } from '@stoa/read-state-store';
import { ActorContext } from '@stoa/rpc';
import { type TextKey, type TextValues, text } from '@stoa/texts';
import { BotOwnerWarningsRepository } from './bot-owner-warnings.repository';
import { NoticeService } from '../notices/notice.service';
import { isChannelType } from './recipients';
import { requestedChannel } from './requested-channel';
import { SendWithin, SendMessageRepository } from '../storing/send-message.repository';
import { SystemBots } from '../system-bots/system-bots';

/** An owner hears about one bot at most once in this time (messages.md 3, "Side effects"). */
const PAUSE_SECONDS = 300;

/** How a warning begins, by which it is found again, and goes on. */
interface Problem {
  beginning: 'bot.triedToSend' | 'bot.wasSent';
  key: TextKey;
  values: TextValues;
}

interface Concerned {
  bot: DirectoryUser;
  owner: DirectoryUser;
}

/** Why a tool's delivery could not be read, where that is most likely how the tool or its address was set up. */
export interface UnreadableDelivery {
  /** As people know the integration. */
  integration: string;
  /** It is not JSON, or lacks the header or one of the fields that are named. */
  lacks: 'json' | { header: string } | { fields: readonly string[] };
}

/**
 * Warns the owners of bots that nobody reads what their bot posts (it named no channel, or one without subscribers), and
 * that nobody can read what tools send to it.
 */
@Injectable()
export class BotOwnerWarnings {
  constructor(
    private readonly directory: Directory,
    private readonly bots: SystemBots,
    private readonly notices: NoticeService,
    private readonly messages: SendMessageRepository,
    private readonly repository: BotOwnerWarningsRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** To be called when a post was sent or refused. A warning that cannot be sent is logged and does not fail the request. */
  async afterPost(ctx: ActorContext, request: SendMessageRequest): Promise<void> {
    if (!isChannelType(request.type) || !ctx.actor.isBot) return;
    await this.logged(ctx, async () => {
      const view = new DirectoryView(ctx.actor.realmId, this.directory);
      const concerned = await concernedBy(view, ctx.actor.userId);
      const problem = concerned && (await problemOf(view, concerned.bot, request.to));
      if (concerned && problem) await this.warn(ctx, concerned, problem);
    });
  }

  /** To be called when a tool was refused. Never throws, either. */
  async afterDelivery(ctx: ActorContext, unreadable: UnreadableDelivery): Promise<void> {
    await this.logged(ctx, async () => {
      const { realmId, userId } = ctx.actor;
      // Nothing else has looked up the bot before, which may be new.
      const concerned = await this.directory.decideConfirmed(realmId, (view) => concernedBy(view, userId));
      if (!concerned) return;
      await this.warn(ctx, concerned, { beginning: 'bot.wasSent', ...causeOf(unreadable) });
    });
  }

  private async logged({ requestId }: ActorContext, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.log.error({ err: error, requestId }, "a bot's owner could not be warned");
    }
  }

  private async warn(ctx: ActorContext, { bot, owner }: Concerned, problem: Problem): Promise<void> {
    const beginning = text(owner.language, problem.beginning, { email: bot.deliveryEmail });
    const { id: senderId } = await this.bots.notificationBot();
    const ids = [senderId, owner.id].sort((a, b) => a - b);
    const within: SendWithin = {
      claim: async (tx) => {
        await this.repository.lockBot(tx, bot.id);
        const recipientId = await this.messages.findDirectConversation(ctx.actor.realmId, ids, readerOf(tx));
        if (recipientId === null) return true;
        return !(await this.repository.wasSaid(tx, { recipientId, senderId, beginning, seconds: PAUSE_SECONDS }));
      },
      sent: () => Promise.resolve(),
    };
    await this.notices.sendDirectWithin(
      ctx,
      owner.id,
      `${beginning} ${text(owner.language, problem.key, problem.values)}`,
      {
        within,
        isForRecipientsEyes: true,
      },
    );
  }
}

function causeOf({ integration, lacks }: UnreadableDelivery): Pick<Problem, 'key' | 'values'> {
  if (lacks === 'json') return { key: 'bot.sentNoJson', values: { integration } };
  if ('header' in lacks) return { key: 'bot.sentNoHeader', values: { integration, header: lacks.header } };
  const fields = lacks.fields.map((field) => `\`${field}\``).join(', ');
  return { key: 'bot.sentNoFields', values: { integration, fields } };
}

/** The bot, and its owner, if somebody is there to be warned. */
async function concernedBy(view: DirectoryView, botId: number): Promise<Concerned | null> {
  const users = await view.users();
  const bot = users.get(botId);
  const ownerId = bot?.botOwnerId ?? null;
  const owner = ownerId === null ? undefined : users.get(ownerId);
  return bot && owner?.isActive ? { bot, owner } : null;
}

/** What the warning is about; null if somebody receives what is posted, or no channel was named. */
async function problemOf(view: DirectoryView, bot: DirectoryUser, to: string | undefined): Promise<Problem | null> {
  const beginning = 'bot.triedToSend';
  const requested = named(await view.channels(), bot, to);
  if (requested === null) return null;
  if ('missing' in requested) {
    const { missing } = requested;
    return 'channelId' in missing
      ? { beginning, key: 'bot.channelIdUnknown', values: { id: missing.channelId } }
      : { beginning, key: 'bot.channelUnknown', values: { channel: missing.channelName } };
  }
  const { channel } = requested;
  if ((await view.members(channel.channelId)).members.size > 0) return null;
  return { beginning, key: 'bot.nobodySubscribed', values: { channel: channel.name } };
}

function named(...request: Parameters<typeof requestedChannel>): ReturnType<typeof requestedChannel> | null {
  try {
    return requestedChannel(...request);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
