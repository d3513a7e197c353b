import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { openSessionWithFactor, setUpFactorOfStep } from '@stoa/contracts/users';
import { Database, lockUser, setKeys } from '@stoa/database';
import { DomainError, badRequest } from '@stoa/errors';
import { stepAfterPassword } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { FactorsRepository } from '../../shared/second-factors/factors.repository';
import { SignInSteps } from '../../shared/second-factors/sign-in-steps';
import type { StepRow } from '../../shared/second-factors/sign-in-steps.repository';
import { LoginChecks, wrongPassword } from '../logins/login-checks';
import { SignInMetrics } from '../logins/sign-in-metrics';
import { ProvenAccount, SessionOpenings } from '../sessions/session-openings';
import { TotpCodes } from './totp-codes';
import { TotpSetUp } from './totp-set-up';

/** Sign-ins that go on after the password (identity.md 9). */
@Injectable()
export class FactorSignInsService {
  constructor(
    private readonly database: Database,
    private readonly factors: FactorsRepository,
    private readonly steps: SignInSteps,
    private readonly checks: LoginChecks,
    private readonly codes: TotpCodes,
    private readonly setUps: TotpSetUp,
    private readonly openings: SessionOpenings,
    private readonly metrics: SignInMetrics,
  ) {}

  /** @throws DomainError 401 for a wrong code; the sign-in may still be finished then */
  @Handles(openSessionWithFactor)
  open(
    ctx: CallContext,
    request: RpcRequest<typeof openSessionWithFactor>,
  ): Promise<RpcResponse<typeof openSessionWithFactor>> {
    return this.metrics.counted('second_factor', () => this.finish(ctx, request));
  }

  private async finish(
    ctx: CallContext,
    request: RpcRequest<typeof openSessionWithFactor>,
  ): Promise<RpcResponse<typeof openSessionWithFactor>> {
    const { realm_id: realmId, factor_token: token, code } = request;
    const proven = await this.provenBy(await this.steps.look(token, realmId, 'second_factor'), realmId);
    const { id } = proven.account;
    switch (stepAfterPassword(await this.factors.facts(id))) {
      case 'code': {
        if (!(await this.codes.use(id, code))) throw wrongCode();
        await this.steps.take(token, realmId, 'second_factor');
        return this.openings.begin(ctx, proven, request, { method: 'second_factor' });
      }
      case 'set-up': {
        const step = await this.codes.first(id, code);
        if (step === null) throw badRequest('There is no authenticator app to confirm.');
        if (step === undefined) throw wrongCode();
        await this.steps.take(token, realmId, 'second_factor');
        const recovery_codes = await this.database.write(proven, [lockUser(id)], async (tx) => {
          tx.bump(setKeys.realmAccess(tx.realmId));
          return this.setUps.confirm(tx, id, step);
        });
        return { ...(await this.openings.begin(ctx, proven, request, { method: 'second_factor' })), recovery_codes };
      }
      default:
        throw badRequest('This took too long. Sign in again.');
    }
  }

  /** @throws DomainError where the sign-in does not need it, or is none */
  @Handles(setUpFactorOfStep)
  async setUp(
    _ctx: CallContext,
    { realm_id: realmId, factor_token: token }: RpcRequest<typeof setUpFactorOfStep>,
  ): Promise<RpcResponse<typeof setUpFactorOfStep>> {
    const { account, realmName } = await this.provenBy(await this.steps.look(token, realmId, 'second_factor'), realmId);
    if (stepAfterPassword(await this.factors.facts(account.id)) !== 'set-up') {
      throw badRequest('This took too long. Sign in again.');
    }
    return this.setUps.begin(account.id, { issuer: realmName, account: account.deliveryEmail });
  }

  /** The account as it was when its password was right. @throws DomainError 401 if it is not so any more */
  private async provenBy(
    { userId, passwordHash }: StepRow,
    realmId: number,
  ): Promise<ProvenAccount & { realmName: string }> {
    if (userId === null) throw wrongPassword();
    const { partition, deliveryEmail, realmName, ...own } = await this.checks.ofProven(realmId, userId);
    if (own.passwordHash !== passwordHash) throw wrongPassword();
    return { realmId, partition, realmName, account: { id: userId, deliveryEmail, passwordHash } };
  }
}

function wrongCode(): DomainError {
  return new DomainError('AUTHENTICATION_FAILED', 'The code is wrong, or has been used.', { status: 401 });
}
