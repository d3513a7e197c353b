import { Injectable } from '@nestjs/common';
import { Directory, DirectoryUser } from '@stoa/directory';
import { systemBotAvatar } from '@stoa/policy';
import { SystemBotsRepository } from './system-bots.repository';

const NOTIFICATION_BOT_PREFIX = 'notification-bot@';
const EMAIL_GATEWAY_PREFIX = 'emailgateway@';
const WELCOME_BOT_PREFIX = 'welcome-bot@';

/** The accounts through which the service writes itself: they live in an organization of their own (organization.md 4.9). */
@Injectable()
export class SystemBots {
  private realmId: Promise<number> | undefined;

  constructor(
    private readonly directory: Directory,
    private readonly repository: SystemBotsRepository,
  ) {}

  /** @throws Error on an installation that was never provisioned */
  notificationBot(): Promise<DirectoryUser> {
    return this.byAddress(NOTIFICATION_BOT_PREFIX);
  }

  /** @throws Error on an installation that was never provisioned */
  welcomeBot(): Promise<DirectoryUser> {
    return this.byAddress(WELCOME_BOT_PREFIX);
  }

  /** Sender of what is mailed to channels. @throws Error on an installation that was never provisioned */
  async emailGateway(): Promise<DirectoryUser> {
    for (const bot of await this.all()) if (bot.deliveryEmail.startsWith(EMAIL_GATEWAY_PREFIX)) return withAvatar(bot);
    throw new Error('the installation has no email gateway');
  }

  async get(userId: number): Promise<DirectoryUser | undefined> {
    const bot = (await this.users()).get(userId);
    return bot && withAvatar(bot);
  }

  async ids(): Promise<ReadonlySet<number>> {
    return new Set((await this.users()).byId.keys());
  }

  async withAddress(email: string): Promise<DirectoryUser | undefined> {
    const bot = (await this.users()).byApiEmail(email);
    return bot && withAvatar(bot);
  }

  private async byAddress(prefix: string): Promise<DirectoryUser> {
    for (const bot of await this.all()) if (bot.deliveryEmail.startsWith(prefix)) return withAvatar(bot);
    throw new Error(`the installation has no system bot ${prefix}`);
  }

  private async all(): Promise<Iterable<DirectoryUser>> {
    return (await this.users()).byId.values();
  }

  private async users() {
    this.realmId ??= this.repository.internalRealmId();
    try {
      return await this.directory.users.get(await this.realmId);
    } catch (error) {
      this.realmId = undefined;
      throw error;
    }
  }
}

function withAvatar(bot: DirectoryUser): DirectoryUser {
  return { ...bot, ...systemBotAvatar(bot.deliveryEmail) };
}
