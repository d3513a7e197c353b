import { Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { ExternalSignInOutcome, signInNatively } from '@stoa/contracts/users';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { AppleProtocol } from '../protocols/apple-protocol';
import { UsedProviders } from '../providers/used-provider';
import { ExternalSignInLog } from './external-sign-in-log';
import { SignInAttempts } from './sign-in-attempts';
import { VouchedSignIns } from './vouched-sign-ins';

/**
 * Sign-ins of apps that bring a token of Apple's themselves (identity.md 5.3). Nothing ties it to a request, and another
 * site could post one of its own owner's: so it counts once, and what it gives is encrypted for the app. Who has no account
 * is asked in the browser, on a page that names the address; the session that an account begins with there is at once
 * handed over to the app.
 */
@Injectable()
export class NativeSignInsService {
  constructor(
    private readonly providers: UsedProviders,
    private readonly apple: AppleProtocol,
    private readonly attempts: SignInAttempts,
    private readonly vouched: VouchedSignIns,
    private readonly log: ExternalSignInLog,
  ) {}

  @Handles(signInNatively)
  async signIn(ctx: CallContext, request: RpcRequest<typeof signInNatively>): Promise<ExternalSignInOutcome> {
    const { realm_id: realmId, id_token: token, app } = request;
    const provider = await this.providers.byName(realmId, 'apple');
    if (!provider) return this.log.refused(ctx, { realmId, kind: 'apple' }, 'method-off');
    const facts = { realmId, kind: provider.kind, provider: provider.name };
    try {
      const identity = await this.apple.ofToken(provider, token);
      if (!(await this.attempts.isFirst(realmId, provider.id, token))) return this.log.refused(ctx, facts, 'expired');
      const purpose = { next: '/', app, isSignUp: request.is_sign_up, linkKey: request.link_key };
      return await this.vouched.settle(ctx, { request, provider, purpose, facts }, identity);
    } catch (error) {
      return this.log.caught(ctx, facts, error);
    }
  }
}
