import { Inject, Injectable } from '@nestjs/common';
import { applyReactivation, readReactivation, sendReactivationLinks } from '@stoa/contracts/organization';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { Database, lockRealm } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { type Mail, oneLine } from '@stoa/mail';
import { LOGGER, type Logger } from '@stoa/observability';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { textsIn } from '@stoa/texts';
import { AccountMailer, ofAccount } from '../../shared/account-mails/account-mailer';
import { generateLinkKey, hashLinkKey } from '../../shared/links/link-keys';
import { FormerOwner, ReactivationsRepository } from './reactivations.repository';

/** Owners bring a deactivated organization back, by links in mails (organization.md 13). */
@Injectable()
export class ReactivationsService {
  constructor(
    private readonly database: Database,
    private readonly repository: ReactivationsRepository,
    private readonly mailer: AccountMailer,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws UnavailableError where no mail can be sent at all; DomainError for an organization that is active */
  @Handles(sendReactivationLinks)
  async send(
    ctx: CallContext,
    { realmId, partition, realmUrl }: RpcRequest<typeof sendReactivationLinks>,
  ): Promise<RpcResponse<typeof sendReactivationLinks>> {
    this.mailer.requireMail();
    const owners = await this.repository.owners(realmId);
    if (owners.length === 0) throw badRequest('This organization is active, or has no owner whose account is.');
    const links = owners.map((owner) => ({ owner, key: generateLinkKey() }));
    const stored = links.map(({ owner, key }) => ({ userId: owner.id, keyHash: hashLinkKey(key) }));
    await this.database.write({ realmId, partition, requestId: ctx.requestId }, [], (tx) =>
      this.repository.replace(tx, stored),
    );
    const outcomes = await Promise.allSettled(
      links.map(({ owner, key }) => this.mailer.send(reactivationMail(owner, realmUrl, key), ofAccount(owner.id))),
    );
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        this.log.error({ err: outcome.reason, requestId: ctx.requestId }, 'an owner got no link to reactivate');
      }
    }
    return { sent: outcomes.filter(({ status }) => status === 'fulfilled').length };
  }

  @Handles(readReactivation)
  async read(
    _ctx: CallContext,
    { realmId, key }: RpcRequest<typeof readReactivation>,
  ): Promise<RpcResponse<typeof readReactivation>> {
    return { isOpen: await this.repository.isOpen(realmId, hashLinkKey(key)) };
  }

  /** Nobody has a queue in a deactivated organization, so there is nobody to notify. */
  @Handles(applyReactivation)
  async apply(
    { requestId }: CallContext,
    { realmId, partition, key }: RpcRequest<typeof applyReactivation>,
  ): Promise<RpcResponse<typeof applyReactivation>> {
    const keyHash = hashLinkKey(key);
    // Whoever guesses must not hold up an organization: its lock is for those who have a link.
    if (!(await this.repository.isOpen(realmId, keyHash))) return { isActive: false };
    const context = { realmId, partition, requestId };
    const userId = await this.database.write(context, [lockRealm(realmId, 'exclusive')], (tx) =>
      this.repository.apply(tx, keyHash),
    );
    if (userId !== undefined) this.log.info({ requestId, realmId, userId }, 'an organization was reactivated');
    return { isActive: userId !== undefined };
  }
}

function reactivationMail(owner: FormerOwner, url: string, key: string): Mail {
  const write = textsIn(owner.defaultLanguage);
  const { organization: name, deliveryEmail: to, timezone } = owner;
  const link = `${url}/reactivate/${key}`;
  return {
    ...{ to, timezone, provesAddress: true, organization: { name, url } },
    subject: write('mail.reactivationSubject', { organization: name }),
    text: write('mail.reactivation', { organization: oneLine(name), url, link }),
  };
}
