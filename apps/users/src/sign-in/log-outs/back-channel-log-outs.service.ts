import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { receiveLogOutToken } from '@stoa/contracts/users';
import { defaultIssuer, loggedOutByClaims } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { type JWTPayload, decodeJwt, errors } from 'jose';
import { ProviderTokens } from '../protocols/provider-tokens';
import { SignInFailure } from '../protocols/sign-in-failure';
import { UsedProvider, UsedProviders } from '../providers/used-provider';
import { ProviderLogOuts } from './provider-log-outs';

/** Older tokens were not sent now. */
const OLDEST_SECONDS = 300;

/** Log-outs that providers of OpenID Connect tell of themselves, without the browser (identity.md 4). */
@Injectable()
export class BackChannelLogOutsService {
  constructor(
    private readonly providers: UsedProviders,
    private readonly tokens: ProviderTokens,
    private readonly logOuts: ProviderLogOuts,
  ) {}

  @Handles(receiveLogOutToken)
  async receive(
    ctx: CallContext,
    { realm_id: realmId, partition, token }: RpcRequest<typeof receiveLogOutToken>,
  ): Promise<RpcResponse<typeof receiveLogOutToken>> {
    try {
      const provider = await this.senderOf(realmId, token);
      const { client_id: audience = '' } = provider.settings;
      const expected = { audience: [audience], required: ['jti'], maxAgeSeconds: OLDEST_SECONDS };
      const claims = await this.tokens.verified(provider, token, expected);
      const loggedOut = loggedOutByClaims(claims, provider.settings);
      if (!loggedOut) throw new SignInFailure('provider-failed', 'the token says nothing of a log-out');
      await this.logOuts.end(ctx, { ...loggedOut, realmId, partition, provider });
      return { is_accepted: true };
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      this.logOuts.refused(ctx, realmId, 'oidc', error);
      return { is_accepted: false };
    }
  }

  /** The provider with whose keys the token is checked. @throws SignInFailure where nobody could have sent it */
  private async senderOf(realmId: number, token: string): Promise<UsedProvider> {
    const { iss, aud } = unverified(token);
    const all = await this.providers.ofKind(realmId, 'oidc');
    const sender = all.find(({ settings: { issuer, preset, client_id: client = '' } }) => {
      const isIssuer = (issuer ?? defaultIssuer('oidc', preset)) === iss;
      return isIssuer && [aud].flat().includes(client);
    });
    if (!sender) throw new SignInFailure('provider-failed', 'the token is of an unknown issuer');
    return sender;
  }
}

function unverified(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new SignInFailure('provider-failed', 'there is no token');
    throw error;
  }
}
