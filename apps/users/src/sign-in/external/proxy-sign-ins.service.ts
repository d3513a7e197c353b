import { Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { ExternalSignInOutcome, signInByProxy } from '@stoa/contracts/users';
import { remoteUserIdentity } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { UsedProviders } from '../providers/used-provider';
import { ExternalSignInLog } from './external-sign-in-log';
import { VouchedSignIns } from './vouched-sign-ins';

/** Sign-ins of people whom the operator's proxy has signed in already (identity.md 5.7). */
@Injectable()
export class ProxySignInsService {
  constructor(
    private readonly providers: UsedProviders,
    private readonly vouched: VouchedSignIns,
    private readonly log: ExternalSignInLog,
  ) {}

  @Handles(signInByProxy)
  async signIn(ctx: CallContext, request: RpcRequest<typeof signInByProxy>): Promise<ExternalSignInOutcome> {
    const { realm_id: realmId, name, app, next, is_sign_up: isSignUp, link_key: linkKey } = request;
    const provider = await this.providers.byName(realmId, 'remoteuser');
    if (!provider) return this.log.refused(ctx, { realmId, kind: 'remoteuser' }, 'method-off');
    const facts = { realmId, kind: provider.kind, provider: provider.name };
    const identity = name === null ? null : remoteUserIdentity(name, provider.settings);
    if (!identity) return this.log.refused(ctx, facts, 'provider-failed');
    try {
      return await this.vouched.settle(
        ctx,
        { request, provider, purpose: { next, app, isSignUp, linkKey }, facts },
        identity,
      );
    } catch (error) {
      return this.log.caught(ctx, facts, error);
    }
  }
}
