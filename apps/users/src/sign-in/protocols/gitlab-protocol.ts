import { Injectable } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { ExternalIdentity } from '@stoa/policy';
import type { ServerMetadata } from 'openid-client';
import type { UsedProvider } from '../providers/used-provider';
import { AskApi, OauthProtocol } from './oauth-protocol';
import { SignInFailure } from './sign-in-failure';

const PUBLIC_SERVER = 'https://gitlab.com';

const UserSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  /** When the address was confirmed; null as long as it was not. */
  confirmed_at: Type.Union([Type.String(), Type.Null()]),
});

/** GitLab, also a server of one’s own (identity.md 5.2). */
@Injectable()
export class GitlabProtocol extends OauthProtocol {
  protected override serverOf({ settings }: UsedProvider): ServerMetadata {
    const issuer = (settings.issuer ?? PUBLIC_SERVER).replace(/\/+$/, '');
    return { issuer, authorization_endpoint: `${issuer}/oauth/authorize`, token_endpoint: `${issuer}/oauth/token` };
  }

  protected override scopesOf({ settings }: UsedProvider): string[] {
    return ['read_user', ...(settings.scopes ?? [])];
  }

  protected override async identityOf(provider: UsedProvider, ask: AskApi): Promise<ExternalIdentity> {
    const { issuer } = this.serverOf(provider);
    const { body } = await ask(`${issuer}/api/v4/user`);
    if (!Value.Check(UserSchema, body)) {
      throw new SignInFailure('provider-failed', 'its API answered something else than GitLab does');
    }
    return {
      // Numbers are of one server: were it replaced by another in the settings, they would be other people's.
      subject: `${issuer}|${body.id}`,
      email: body.confirmed_at === null ? null : body.email,
      fullName: body.name,
    };
  }
}
