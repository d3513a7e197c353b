import { Inject, Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { beginIdentityLink, listExternalIdentities, removeIdentityLink } from '@stoa/contracts/users';
import { Database, lockUser } from '@stoa/database';
import { LAST_OWN_METHOD, badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { losesOwnMethods } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { Reauthentication } from '../../people/logins/reauthentication';
import { OwnMethodsRepository } from '../../shared/own-methods/own-methods.repository';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { OwnSignInStarts } from '../external/own-sign-in-starts';
import { linkProblem } from './addable-providers';
import { IdentityLinksRepository } from './identity-links.repository';
import { IdentityMails } from './identity-mails';

/** Which accounts at providers open one's own account (identity.md 3.4). */
@Injectable()
export class IdentityLinksService {
  constructor(
    private readonly database: Database,
    private readonly repository: IdentityLinksRepository,
    private readonly reauthentication: Reauthentication,
    private readonly starts: OwnSignInStarts,
    private readonly ownMethods: OwnMethodsRepository,
    private readonly endings: SessionEndings,
    private readonly mails: IdentityMails,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  @Handles(listExternalIdentities)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listExternalIdentities>> {
    const [identities, providers] = await Promise.all([
      this.repository.ofUser(actor.userId),
      this.repository.providers(actor.realmId, actor.userId),
    ]);
    const addable = providers.filter((provider) => linkProblem(provider) === null);
    return {
      identities,
      addable: addable.map(({ name, displayName }) => ({ provider: name, display_name: displayName })),
    };
  }

  /** @throws DomainError without the password, and for providers of which nothing may be added */
  @Handles(beginIdentityLink)
  async begin(
    { actor }: ActorContext,
    request: RpcRequest<typeof beginIdentityLink>,
  ): Promise<RpcResponse<typeof beginIdentityLink>> {
    const { provider: name, password, session_id: sessionId, browser_token: browserToken } = request;
    const { realmId, realmUrl, userId } = actor;
    await this.reauthentication.require(actor, { password, sessionId });
    const addable = await this.repository.providers(realmId, userId);
    const { known, provider } = await this.starts.find(realmId, name, addable);
    if (linkProblem(known) !== null || sessionId === null)
      throw badRequest('Accounts at this provider cannot be added.');
    const start = { realmId, realmUrl, browserToken, next: '/', linkTo: { userId, sessionId } };
    return { location: await this.starts.begin(provider, start, 'an account at a provider cannot be added') };
  }

  /** @throws DomainError without the password, for those of others, and for the last way in */
  @Handles(removeIdentityLink)
  async remove(ctx: ActorContext, request: RpcRequest<typeof removeIdentityLink>): Promise<void> {
    const { identity_id: id, password, session_id: sessionId } = request;
    const { userId, realmId, realmUrl: url } = ctx.actor;
    await this.reauthentication.require(ctx.actor, { password, sessionId });
    const provider = await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const before = await this.ownMethods.of(tx, userId);
      const removed = await this.repository.remove(tx, id, userId);
      if (removed === undefined) throw badRequest('Invalid identity ID');
      if (losesOwnMethods(before, await this.ownMethods.of(tx, userId))) throw badRequest(LAST_OWN_METHOD);
      // Who signed in by it may be somebody else.
      await this.endings.ofUsers(tx, [userId], 'factor_change', sessionId);
      return removed;
    });
    this.log.info({ requestId: ctx.requestId, realmId, userId, provider }, 'an account at a provider was removed');
    await this.mails.tell({ change: 'removed', userId, url, provider });
  }
}
