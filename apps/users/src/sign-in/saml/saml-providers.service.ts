import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { findSamlProvider, readSamlMetadata } from '@stoa/contracts/users';
import { samlKeyPair } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { SignInFailure } from '../protocols/sign-in-failure';
import { callbackUrl } from '../protocols/sign-in-protocol';
import { UsedProvider, UsedProviders } from '../providers/used-provider';
import { samlEntityId } from './saml-addresses';
import { keysOf } from './saml-client';
import { samlIssuerOf } from './saml-document';

/** What SAML providers and this service know of each other besides sign-ins (identity.md 5.4, 5.5). */
@Injectable()
export class SamlProvidersService {
  constructor(private readonly providers: UsedProviders) {}

  /** Keys are those for one provider: where several have keys, only the address that names one has them. */
  @Handles(readSamlMetadata)
  async metadata(
    _ctx: CallContext,
    { realm_id: realmId, realm_url: realmUrl, key }: RpcRequest<typeof readSamlMetadata>,
  ): Promise<RpcResponse<typeof readSamlMetadata>> {
    const all = await this.providers.ofKind(realmId, 'saml');
    const named = key === null ? all : all.filter(({ name }) => name === `saml:${key}`);
    const [provider] = named;
    if (!provider) return { metadata: null };
    return { metadata: metadataOf(provider, realmUrl, named.length === 1 ? provider.secret : '') };
  }

  @Handles(findSamlProvider)
  async find(
    _ctx: CallContext,
    { realm_id: realmId, answer }: RpcRequest<typeof findSamlProvider>,
  ): Promise<RpcResponse<typeof findSamlProvider>> {
    const issuer = issuerOf(answer);
    const all = issuer === undefined ? [] : await this.providers.ofKind(realmId, 'saml');
    const found = all.find(({ settings }) => settings.issuer === issuer && settings.idp_initiated === 'redirect');
    return { key: found?.name.replace('saml:', '') ?? null };
  }
}

function metadataOf({ settings }: UsedProvider, realmUrl: string, secret: string): string {
  const certificate = samlKeyPair(secret)?.certificate ?? null;
  const metadata = generateServiceProviderMetadata({
    issuer: samlEntityId(realmUrl, settings),
    callbackUrl: callbackUrl(realmUrl, 'saml'),
    identifierFormat: null,
    wantAssertionsSigned: settings.signs !== 'response',
    ...keysOf(secret),
    publicCerts: certificate,
    decryptionCert: certificate,
    ...(settings.slo_url === undefined ? {} : { logoutCallbackUrl: callbackUrl(realmUrl, 'saml') }),
  });
  // The library knows log-outs by forms only; here they come by redirects.
  return metadata.replace(/(<SingleLogoutService Binding="[^"]*:)HTTP-POST"/, '$1HTTP-Redirect"');
}

/** @returns undefined for what is no message of SAML */
function issuerOf(answer: string): string | undefined {
  try {
    return samlIssuerOf(Buffer.from(answer, 'base64').toString('utf8'));
  } catch (error) {
    if (error instanceof SignInFailure) return undefined;
    throw error;
  }
}
