import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { deactivateOwnUser, deactivateUser, reactivateUser } from '@stoa/contracts/users';
import { Database, WriteTransaction, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import type { ChangeFacts, DirectoryUser } from '@stoa/directory';
import { DomainError, badRequest, insufficientPermission } from '@stoa/errors';
import { type Mail, Mailer } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { isOwner, mayCreateBots } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { textsIn } from '@stoa/texts';
import { AvatarFiles } from '../avatars/avatar-files';
import { FieldAuthority } from '../../shared/directory-accounts/field-authority';
import { AccountActivation } from '../../shared/user-changes/account-activation';
import {
  accessForAdministration,
  isLastOwner,
  policyUser,
  requireRightOver,
  requireRole,
} from '../../shared/user-changes/user-rules';

import { DeletionActions } from './deletion-actions';

/** Deactivation and reactivation as the API asks for them (users.md 4). */
@Injectable()
export class AccountActivationRequests {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly activity: AccountActivation,
    private readonly deletions: DeletionActions,
    private readonly authority: FieldAuthority,
    private readonly avatarFiles: AvatarFiles,
    private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** The user gets a mail only with a comment, be it empty. @throws DomainError with a text of users.md 0 and 2 */
  @Handles(deactivateUser)
  async deactivate(ctx: ActorContext, request: RequestOf<typeof deactivateUser>): Promise<void> {
    const { user_id: userId, deactivation_notification_comment: comment, actions } = request;
    const { mail, pictures } = await this.write(ctx, async (tx, facts) => {
      const target = accessForAdministration(facts, userId, { allowsDeactivated: false, allowsBots: false });
      if (isOwner(target)) requireRole('owner', facts.requester);
      if (isLastOwner(facts.users, target)) throw badRequest('Cannot deactivate the only organization owner');
      const lost = await this.deletions.apply(tx, facts, target, actions);
      await this.activity.deactivate(tx, facts, target);
      return { mail: deactivationMail(facts, target, comment), pictures: lost };
    });
    for (const key of pictures) await this.avatarFiles.release(ctx.actor.realmId, key);
    if (mail) await this.send(ctx, mail);
  }

  /** The account is deactivated already: a mail that cannot be sent is logged. */
  private async send(ctx: ActorContext, mail: Mail): Promise<void> {
    try {
      await this.mailer.send(mail);
    } catch (error) {
      this.log.error({ err: error, requestId: ctx.requestId }, 'a user could not be told of its deactivation');
    }
  }

  /** @throws DomainError CANNOT_DEACTIVATE_LAST_USER */
  @Handles(deactivateOwnUser)
  async deactivateOwn(ctx: ActorContext): Promise<void> {
    await this.write(ctx, async (tx, facts) => {
      const { requester, users } = facts;
      const others = [...users.byId.values()].some((user) => user.isActive && user.id !== requester.id);
      if (!others) throw lastUser('user');
      if (isLastOwner(users, requester)) throw lastUser('organization owner');
      await this.activity.deactivate(tx, facts, requester);
    });
  }

  /** @throws DomainError with a text of users.md 0 and 4; an active account is left as it is */
  @Handles(reactivateUser)
  async reactivate(ctx: ActorContext, { user_id: userId }: RequestOf<typeof reactivateUser>): Promise<void> {
    await this.write(ctx, async (tx, facts) => {
      const target = accessForAdministration(facts, userId, { allowsDeactivated: true, allowsBots: true });
      if (target.isBot) {
        const mayCreate = mayCreateBots(
          policyUser(facts.requester),
          target.botType ?? 1,
          facts.settings,
          facts.groups.graph,
        );
        if (!mayCreate) throw insufficientPermission();
        requireRightOver(target, facts.requester);
        if (!target.isActive) checkNameFree(facts, target);
      }
      if (target.isActive) return;
      await this.authority.assertUserMayReactivate(readerOf(tx), userId);
      if (await this.deletions.isDeleted(tx, userId)) throw badRequest('A deleted account cannot be reactivated.');
      await this.activity.reactivate(tx, facts, target);
    });
  }

  private write<T>(ctx: ActorContext, work: (tx: WriteTransaction, facts: ChangeFacts) => Promise<T>): Promise<T> {
    const { realmId } = ctx.actor;
    const locks = [lockRealm(realmId, 'exclusive')];
    return this.database.write(ctx, locks, async (tx) => work(tx, await this.facts.current(ctx)));
  }
}

function deactivationMail(
  { ctx, settings }: ChangeFacts,
  target: DirectoryUser,
  comment: string | undefined,
): Mail | null {
  if (comment === undefined) return null;
  const write = textsIn(target.language);
  const { realmUrl: url } = ctx.actor;
  const paragraphs = [write('mail.accountDeactivated', { url })];
  if (comment !== '') paragraphs.push(write('mail.accountDeactivatedComment', { comment }));
  return {
    to: target.deliveryEmail,
    organization: { name: settings.name, url },
    subject: write('mail.accountDeactivatedSubject', { organization: settings.name }),
    text: paragraphs.join('\n\n'),
  };
}

function checkNameFree({ users }: ChangeFacts, bot: { id: number; fullName: string }): void {
  const name = bot.fullName.toLowerCase();
  for (const user of users.byId.values()) {
    if (user.isActive && user.id !== bot.id && user.fullName.toLowerCase() === name) {
      throw badRequest(
        `There is already an active bot named "${bot.fullName}" in this organization. To reactivate this bot, ` +
          'you must rename or deactivate the other one first.',
      );
    }
  }
}

function lastUser(entity: 'user' | 'organization owner'): DomainError {
  return new DomainError('CANNOT_DEACTIVATE_LAST_USER', `Cannot deactivate the only ${entity}.`, {
    data: { is_last_owner: entity === 'organization owner', entity },
  });
}
