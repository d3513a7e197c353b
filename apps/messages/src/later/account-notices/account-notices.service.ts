import { Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { sendAccountNotices } from '@stoa/contracts/messages';
import { Database } from '@stoa/database';
import { Directory } from '@stoa/directory';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { textsIn } from '@stoa/texts';
import { Owner, OwnerContexts } from '../../send/notices/owner-context';
import { flagEvents } from '../../access/read-state/flag-change';
import { silentMention } from '../../send/storing/conversation-links';
import { SendWithin } from '../../send/storing/send-message.repository';
import { NoticeService } from '../../send/notices/notice.service';
import { textsFor } from '../../send/notices/texts-for';
import { AccountNotice, AccountNoticesRepository } from './account-notices.repository';
import { welcomeText } from './welcome-message.service';

const INTERNAL_CLIENT = 'Internal';

/** Sends what system bots say about new accounts, each message in one transaction with the row that asked for it. */
@Injectable()
export class AccountNoticesService {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly repository: AccountNoticesRepository,
    private readonly owners: OwnerContexts,
    private readonly notices: NoticeService,
  ) {}

  @Handles(sendAccountNotices)
  async send(_ctx: CallContext, { userId }: RpcRequest<typeof sendAccountNotices>): Promise<void> {
    await this.deliver(userId);
  }

  /** Everything that waits for a user; what was sent before is not sent again. */
  async deliver(userId: number): Promise<void> {
    for (const notice of await this.repository.ofUser(userId)) {
      const owner = await this.owners.of(notice, INTERNAL_CLIENT);
      if (notice.kind === 'welcome') await this.welcome(notice, owner);
      else if (notice.kind === 'joined') await this.tellReferrer(notice, owner);
      else await this.announce(notice, owner);
    }
  }

  private async welcome(notice: AccountNotice, owner: Owner): Promise<void> {
    if (!owner.user?.isActive) return this.drop(notice);
    const own = notice.welcomeText.trim();
    const write = textsIn(owner.user.language);
    const greeting = write('welcome.greeting', { organization: owner.settings.name });
    const content = own === '' ? greeting : `${greeting}\n\n${welcomeText(own, write)}`;
    await this.notices.sendDirectWithin(owner.ctx, notice.userId, content, {
      by: 'welcome',
      within: this.within(notice, true),
    });
  }

  private async tellReferrer(notice: AccountNotice, owner: Owner): Promise<void> {
    if (!owner.user || notice.referrerId === null) return this.drop(notice);
    const write = await textsFor(this.directory, notice.realmId, notice.referrerId);
    const content = write('signup.accepted', {
      user: silentMention(owner.user),
      organization: owner.settings.name,
    });
    await this.notices.sendDirectWithin(owner.ctx, notice.referrerId, content, { within: this.within(notice, false) });
  }

  private async announce(notice: AccountNotice, owner: Owner): Promise<void> {
    if (!owner.user || notice.signupChannelId === null) return this.drop(notice);
    const write = textsIn(owner.settings.defaultLanguage);
    const content = write('signup.joined', { user: silentMention(owner.user) });
    await this.notices.sendToChannelWithin(owner.ctx, notice.signupChannelId, write('topic.signups'), content, {
      within: this.within(notice, false),
    });
  }

  private within(notice: AccountNotice, isStarred: boolean): SendWithin {
    return {
      claim: (tx) => this.repository.claim(tx, notice.id),
      sent: async (tx, messageId) => {
        await this.repository.remove(tx, notice.id);
        if (!isStarred) return;
        await this.repository.star(tx, notice.userId, messageId);
        const { userId } = notice;
        tx.emit(...flagEvents({ userId, op: 'add', flag: 'starred', messageIds: [messageId], details: new Map() }));
      },
    };
  }

  private async drop({ id, realmId, partition }: AccountNotice): Promise<void> {
    await this.database.write({ realmId, partition }, [], (tx) => this.repository.remove(tx, id));
  }
}
