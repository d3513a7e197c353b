import { Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { type SettingValues, type UnsubscribeType, unsubscribeFromMail } from '@stoa/contracts/users';
import { Database, lockUser } from '@stoa/database';
import { DomainError } from '@stoa/errors';
import { type CallContext, Handles } from '@stoa/rpc';
import { settingEvents } from '../../shared/user-changes/setting-change';
import { AccountMails } from '../../shared/account-mails/account-mails';
import { changedSettings } from './setting-rules';
import { SettingsRepository } from './settings.repository';

/** What ends mails of a kind; those of the first days have no setting. */
const ENDING: Readonly<Record<UnsubscribeType, SettingValues>> = {
  missed_messages: {
    enable_offline_email_notifications: false,
    enable_followed_topic_email_notifications: false,
    enable_stream_email_notifications: false,
  },
  login: { enable_login_emails: false },
  digest: { enable_digest_emails: false },
  welcome: {},
};

/** Ends mails for who pressed the link in one: without a login, and once or twice alike. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly database: Database,
    private readonly repository: SettingsRepository,
    private readonly mails: AccountMails,
  ) {}

  /** @throws DomainError 404 if the organization has no such user */
  @Handles(unsubscribeFromMail)
  async unsubscribe(
    _ctx: CallContext,
    { realmId, partition, userId, type }: RpcRequest<typeof unsubscribeFromMail>,
  ): Promise<void> {
    await this.database.write({ realmId, partition }, [lockUser(userId)], async (tx) => {
      const email = await this.repository.addressInRealm(tx, userId);
      if (email === undefined) throw new DomainError('BAD_REQUEST', 'No such user', { status: 404 });
      if (type === 'welcome') await this.mails.endOnboarding(tx, userId);
      const changes = changedSettings(await this.repository.ofUser(tx, userId), ENDING[type]);
      if (changes.length === 0) return;
      const changed = Object.fromEntries(changes.map(({ setting, value }) => [setting.name, value]));
      await this.repository.storeOfUser(tx, userId, changed);
      for (const { setting, value } of changes) tx.emit(...settingEvents({ id: userId, email }, setting, value));
    });
  }
}
