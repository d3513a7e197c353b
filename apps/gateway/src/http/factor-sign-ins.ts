import { Injectable } from '@nestjs/common';
import { openSessionWithFactor } from '@stoa/contracts/users';
import { type CallContext, RpcClient } from '@stoa/rpc';
import { BrowserRequest, Browsers } from './browsers';
import { Answer } from './endpoint.decorator';

export interface FactorSignIn {
  realmId: number;
  factor_token: string;
  code: string;
}

/** Whose browser it is now; with recovery codes, if this sign-in set up the second factor. */
export type FactorSignedIn = Answer<{ email: string; user_id: number; recovery_codes?: string[] }>;

/** Sign-ins of browsers that a second factor finishes, whether a script asks or a form. */
@Injectable()
export class FactorSignIns {
  constructor(
    private readonly rpc: RpcClient,
    private readonly browsers: Browsers,
  ) {}

  /** @throws DomainError 401 for a wrong code, 429 */
  async signIn(
    ctx: CallContext,
    request: BrowserRequest,
    { realmId, ...proof }: FactorSignIn,
  ): Promise<FactorSignedIn> {
    const browser = await this.browsers.of(request, realmId);
    const opened = await this.rpc.call(openSessionWithFactor, ctx, { ...browser, ...proof });
    const { data, headers } = this.browsers.signIn(request, opened);
    const { recovery_codes } = opened;
    return new Answer(recovery_codes ? { ...data, recovery_codes } : data, '', headers);
  }
}
