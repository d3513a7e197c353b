import { Injectable } from '@nestjs/common';
import type { RpcResponse } from '@stoa/contracts/rpc';
import { openSession } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { type CallContext, RpcClient } from '@stoa/rpc';
import { RateLimits } from '../access/rate-limits/rate-limits';
import { BrowserRequest, Browsers } from './browsers';

export interface PasswordSignIn {
  realmId: number;
  username: string;
  password: string;
}

/** Sign-ins of browsers with a password, whether a script asks for one or a form: attempts are counted alike. */
@Injectable()
export class PasswordSignIns {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limits: RateLimits,
    private readonly browsers: Browsers,
  ) {}

  /** @throws DomainError 401, 429 as sign-ins for keys do; SECOND_FACTOR_REQUIRED (401) if the password is not enough */
  async open(
    ctx: CallContext,
    request: BrowserRequest,
    { realmId, username, password }: PasswordSignIn,
  ): Promise<RpcResponse<typeof openSession>> {
    await this.limits.countLogin(realmId, username);
    const browser = await this.browsers.of(request, realmId);
    try {
      const opened = await this.rpc.call(openSession, ctx, { ...browser, username, password });
      await this.limits.clearLogins(realmId, username);
      return opened;
    } catch (error) {
      // The password was right: codes are counted for themselves.
      const isPasswordRight = error instanceof DomainError && error.code === 'SECOND_FACTOR_REQUIRED';
      if (isPasswordRight) await this.limits.clearLogins(realmId, username);
      throw error;
    }
  }
}
