import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { addOwnPasskey, beginOwnPasskey, removeOwnPasskey, renamePasskey } from '@stoa/contracts/users';
import { Database, lockUser } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { mayRemovePasskey } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { FactorsRepository } from '../../shared/second-factors/factors.repository';
import { SignInSteps } from '../../shared/second-factors/sign-in-steps';
import { Reauthentication } from '../logins/reauthentication';
import { FactorMails } from './factor-mails';
import { PasskeyCeremonies } from './passkey-ceremonies';
import { PasskeysRepository } from './passkeys.repository';

const MOST_PASSKEYS = 10;
const MINUTES = 5;

/** One's own passkeys (identity.md 9). */
@Injectable()
export class OwnPasskeysService {
  constructor(
    private readonly database: Database,
    private readonly repository: PasskeysRepository,
    private readonly factors: FactorsRepository,
    private readonly steps: SignInSteps,
    private readonly reauthentication: Reauthentication,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly mails: FactorMails,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws DomainError without the password */
  @Handles(beginOwnPasskey)
  async begin(
    { actor }: ActorContext,
    { password, session_id: sessionId, page_origin: pageOrigin }: RpcRequest<typeof beginOwnPasskey>,
  ): Promise<RpcResponse<typeof beginOwnPasskey>> {
    const own = await this.reauthentication.require(actor, { password, sessionId });
    if (own.passwordHash === null) throw badRequest('Second factors are for accounts with a password.');
    const options = await this.ceremonies.registration(
      { userId: actor.userId, pageOrigin },
      {
        realmName: own.realmName,
        account: own.deliveryEmail,
        known: await this.repository.ofUser(actor.userId),
      },
    );
    const { realmId, userId } = actor;
    const { passwordHash } = own;
    const kind = 'passkey_registration';
    const { challenge } = options;
    const step = { realmId, userId, kind, passwordHash, challenge, minutes: MINUTES } as const;
    return { registration_token: await this.steps.begin(step), options };
  }

  /** @throws DomainError for what the authenticator made for another place, or was not asked for */
  @Handles(addOwnPasskey)
  async add(ctx: ActorContext, request: RpcRequest<typeof addOwnPasskey>): Promise<void> {
    const { actor } = ctx;
    const { registration_token: token, name, credential, page_origin: pageOrigin } = request;
    const { userId, challenge } = await this.steps.take(token, actor.realmId, 'passkey_registration');
    if (userId !== actor.userId || challenge === null) throw badRequest('This took too long. Sign in again.');
    const made = await this.ceremonies.registered({ userId, pageOrigin }, credential, challenge);
    const isAdded = await this.database.write(ctx, [lockUser(userId)], (tx) =>
      this.repository.insert(tx, { ...made, userId, name }, MOST_PASSKEYS),
    );
    if (!isAdded) throw badRequest('This passkey is in use already, or there are too many.');
    this.log.info({ requestId: ctx.requestId, userId }, 'a passkey was added');
    await this.mails.tell('passkeyAdded', userId, actor.realmUrl);
  }

  /** @throws DomainError `Invalid passkey ID` for those of others, too */
  @Handles(renamePasskey)
  async rename(ctx: ActorContext, { passkey_id: id, name }: RequestOf<typeof renamePasskey>): Promise<void> {
    const { userId } = ctx.actor;
    const isKnown = await this.database.write(ctx, [lockUser(userId)], (tx) =>
      this.repository.rename(tx, userId, id, name),
    );
    if (!isKnown) throw badRequest('Invalid passkey ID');
  }

  /** @throws DomainError without the password, or where the organization requires it */
  @Handles(removeOwnPasskey)
  async remove(ctx: ActorContext, request: RpcRequest<typeof removeOwnPasskey>): Promise<void> {
    const { passkey_id: id, password, session_id: sessionId } = request;
    const { userId } = ctx.actor;
    await this.reauthentication.require(ctx.actor, { password, sessionId });
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const isLastFactor = !mayRemovePasskey(await this.factors.facts(userId));
      if (!(await this.repository.remove(tx, userId, id))) throw badRequest('Invalid passkey ID');
      if (isLastFactor) throw badRequest('This organization requires a second factor.');
    });
    await this.mails.tell('passkeyRemoved', userId, ctx.actor.realmUrl);
  }
}
