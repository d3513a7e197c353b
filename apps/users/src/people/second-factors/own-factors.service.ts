import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import {
  confirmOwnTotp,
  getSecondFactors,
  removeOwnTotp,
  renewOwnRecoveryCodes,
  setUpOwnTotp,
} from '@stoa/contracts/users';
import { Database, lockUser, setKeys } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { mayRemoveTotp } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { FactorsRepository } from '../../shared/second-factors/factors.repository';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { type OwnProof, Reauthentication } from '../logins/reauthentication';
import { FactorMails } from './factor-mails';
import { PasskeysRepository } from './passkeys.repository';
import { TotpCodes } from './totp-codes';
import { TotpSetUp } from './totp-set-up';

/** One's own authenticator app (identity.md 9). Changes need another proof of who asks, and are told by mail. */
@Injectable()
export class OwnFactorsService {
  constructor(
    private readonly database: Database,
    private readonly factors: FactorsRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly reauthentication: Reauthentication,
    private readonly codes: TotpCodes,
    private readonly setUps: TotpSetUp,
    private readonly sessions: SessionEndings,
    private readonly mails: FactorMails,
  ) {}

  @Handles(getSecondFactors)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof getSecondFactors>> {
    const [facts, totp, passkeys] = await Promise.all([
      this.factors.facts(actor.userId),
      this.factors.totpState(actor.userId),
      this.passkeys.ofUser(actor.userId),
    ]);
    return {
      is_required: facts.isRequired,
      totp_since: totp.since,
      recovery_codes_left: totp.codesLeft,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => ({
        id,
        name,
        date_created: createdAt,
        last_used: lastUsedAt,
        is_backed_up: isBackedUp,
      })),
    };
  }

  /** @throws DomainError without the password, or where there is an app already */
  @Handles(setUpOwnTotp)
  async setUp(ctx: ActorContext, request: RpcRequest<typeof setUpOwnTotp>): Promise<RpcResponse<typeof setUpOwnTotp>> {
    const { deliveryEmail, passwordHash, realmName } = await this.reauthentication.require(ctx.actor, proofIn(request));
    if (passwordHash === null) throw badRequest('Second factors are for accounts with a password.');
    return this.setUps.begin(ctx.actor.userId, { issuer: realmName, account: deliveryEmail });
  }

  /** @throws DomainError for a wrong code */
  @Handles(confirmOwnTotp)
  async confirm(
    ctx: ActorContext,
    { code, session_id: sessionId }: RpcRequest<typeof confirmOwnTotp>,
  ): Promise<RpcResponse<typeof confirmOwnTotp>> {
    const { userId } = ctx.actor;
    const step = await this.codes.first(userId, code);
    if (step === null) throw badRequest('There is no authenticator app to confirm.');
    if (step === undefined) throw badRequest('The code is wrong, or has been used.');
    const recovery_codes = await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      const made = await this.setUps.confirm(tx, userId, step);
      // The organization offers a sign-in with the browser to apps from now on.
      tx.bump(setKeys.realmAccess(tx.realmId));
      // Whoever was signed in without the factor has not shown it.
      await this.sessions.ofUsers(tx, [userId], 'factor_change', sessionId);
      return made;
    });
    await this.mails.tell('appAdded', userId, ctx.actor.realmUrl);
    return { recovery_codes };
  }

  /** @throws DomainError without the password, or where the organization requires the app */
  @Handles(removeOwnTotp)
  async remove(ctx: ActorContext, request: RpcRequest<typeof removeOwnTotp>): Promise<void> {
    const { userId } = ctx.actor;
    await this.reauthentication.require(ctx.actor, proofIn(request));
    if (!mayRemoveTotp(await this.factors.facts(userId))) {
      throw badRequest('This organization requires a second factor.');
    }
    const isRemoved = await this.database.write(ctx, [lockUser(userId)], (tx) => this.factors.removeTotp(tx, userId));
    if (!isRemoved) throw badRequest('There is no authenticator app.');
    await this.mails.tell('appRemoved', userId, ctx.actor.realmUrl);
  }

  /** @throws DomainError without the password, or without an app */
  @Handles(renewOwnRecoveryCodes)
  async renewCodes(
    ctx: ActorContext,
    request: RpcRequest<typeof renewOwnRecoveryCodes>,
  ): Promise<RpcResponse<typeof renewOwnRecoveryCodes>> {
    const { userId } = ctx.actor;
    await this.reauthentication.require(ctx.actor, proofIn(request));
    const { hasTotp } = await this.factors.facts(userId);
    if (!hasTotp) throw badRequest('There is no authenticator app.');
    const recovery_codes = await this.database.write(ctx, [lockUser(userId)], (tx) =>
      this.setUps.renewCodes(tx, userId),
    );
    await this.mails.tell('codesRenewed', userId, ctx.actor.realmUrl);
    return { recovery_codes };
  }
}

function proofIn({ password, session_id: sessionId }: RpcRequest<typeof setUpOwnTotp>): OwnProof {
  return { password, sessionId };
}
