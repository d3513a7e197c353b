import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { receiveSamlLogOut } from '@stoa/contracts/users';
import { generateSessionToken } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { ProviderLogOuts } from '../log-outs/provider-log-outs';
import { SignInFailure } from '../protocols/sign-in-failure';
import { callbackUrl } from '../protocols/sign-in-protocol';
import { UsedProvider, UsedProviders } from '../providers/used-provider';
import { ReceivedLogOut, readSamlLogOut, samlLogOutAnswerUrl, verifySamlLogOut } from './saml-log-out';

/** Log-outs that SAML providers tell of, by way of the browser (identity.md 5.6). They need no cookie. */
@Injectable()
export class SamlLogOutsService {
  constructor(
    private readonly providers: UsedProviders,
    private readonly logOuts: ProviderLogOuts,
  ) {}

  /** @returns where the provider gets its answer; nothing for what was refused, which the log tells */
  @Handles(receiveSamlLogOut)
  async receive(
    ctx: CallContext,
    request: RpcRequest<typeof receiveSamlLogOut>,
  ): Promise<RpcResponse<typeof receiveSamlLogOut>> {
    try {
      // Asked first: strangers have nothing read where nobody could have sent it.
      const all = await this.providers.ofKind(request.realm_id, 'saml');
      if (all.length === 0) throw new SignInFailure('provider-failed', 'the organization has no provider of SAML');
      const logOut = await readSamlLogOut(request.query);
      const provider = all.find(({ settings }) => settings.issuer === logOut.issuer);
      if (!provider) throw new SignInFailure('provider-failed', 'the log-out is of an unknown issuer');
      return { location: (await this.end(ctx, request, provider, logOut)) ?? null };
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      this.logOuts.refused(ctx, request.realm_id, 'saml', error);
      return { location: null };
    }
  }

  private async end(
    ctx: CallContext,
    { realm_id: realmId, realm_url: realmUrl, partition }: RpcRequest<typeof receiveSamlLogOut>,
    provider: UsedProvider,
    logOut: ReceivedLogOut,
  ): Promise<string | undefined> {
    const exchange = { callback: callbackUrl(realmUrl, 'saml'), requestId: `_${generateSessionToken()}` };
    const profile = await verifySamlLogOut(provider, exchange, logOut);
    const { settings } = provider;
    const name = profile.nameID;
    const isKnown = await this.logOuts.end(ctx, {
      ...{ realmId, partition, provider, name, messageId: logOut.messageId, ids: logOut.sessionIds },
      subject: settings.subject_attribute === undefined ? `${settings.issuer ?? ''}|${name}` : null,
    });
    return samlLogOutAnswerUrl(provider, exchange, { profile, relayState: logOut.fields.RelayState, isKnown });
  }
}
