import { Injectable } from '@nestjs/common';
import { Static, TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { ExternalIdentity } from '@stoa/policy';
import type { ServerMetadata } from 'openid-client';
import type { UsedProvider } from '../providers/used-provider';
import { AskApi, OauthProtocol } from './oauth-protocol';
import { SignInFailure } from './sign-in-failure';

const PUBLIC_SERVER = 'https://github.com';
/** Addresses that GitHub makes up for people who hide theirs: mail to them reaches nobody. */
const HIDDEN_ADDRESS = /@users\.noreply\.github\.com$/i;
const NOBODY = [403, 404];

const UserSchema = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const EmailsSchema = Type.Array(
  Type.Object({ email: Type.String(), primary: Type.Boolean(), verified: Type.Boolean() }),
);
const MembershipSchema = Type.Object({ state: Type.String() });

/** GitHub, also a server of one’s own; limited to an organization or one of its teams (identity.md 5.2). */
@Injectable()
export class GithubProtocol extends OauthProtocol {
  protected override serverOf({ settings }: UsedProvider): ServerMetadata {
    const issuer = (settings.issuer ?? PUBLIC_SERVER).replace(/\/+$/, '');
    const oauth = `${issuer}/login/oauth`;
    return { issuer, authorization_endpoint: `${oauth}/authorize`, token_endpoint: `${oauth}/access_token` };
  }

  protected override scopesOf({ settings }: UsedProvider): string[] {
    const isLimited = settings.organization !== undefined;
    return ['user:email', ...(isLimited ? ['read:org'] : []), ...(settings.scopes ?? [])];
  }

  protected override async identityOf(provider: UsedProvider, ask: AskApi): Promise<ExternalIdentity> {
    const api = apiOf(provider);
    const user = checked(UserSchema, (await ask(`${api}/user`)).body);
    await this.assertMember(provider, user.login, ask);
    const emails = checked(EmailsSchema, (await ask(`${api}/user/emails`)).body);
    const usable = emails.filter(({ email, verified }) => verified && !HIDDEN_ADDRESS.test(email));
    const address = usable.find(({ primary }) => primary) ?? usable[0];
    // Numbers are of one server: were it replaced by another in the settings, they would be other people's.
    const subject = `${this.serverOf(provider).issuer}|${user.id}`;
    return { subject, email: address?.email ?? null, fullName: user.name ?? '' };
  }

  /** A team goes before its organization. @throws SignInFailure */
  private async assertMember(provider: UsedProvider, login: string, ask: AskApi): Promise<void> {
    const { organization, team } = provider.settings;
    if (organization === undefined) return;
    const api = apiOf(provider);
    const url =
      team === undefined
        ? `${api}/user/memberships/orgs/${encodeURIComponent(organization)}`
        : `${api}/orgs/${encodeURIComponent(organization)}/teams/${encodeURIComponent(team)}/memberships/${encodeURIComponent(login)}`;
    const answer = await ask(url, NOBODY);
    const isMember = answer.status === 200 && checked(MembershipSchema, answer.body).state === 'active';
    if (!isMember) throw new SignInFailure('not-admitted', 'the account is no member of the organization or team');
  }
}

/** Servers of one’s own have the API below their address. */
function apiOf({ settings }: UsedProvider): string {
  const { issuer } = settings;
  if (issuer === undefined || issuer.replace(/\/+$/, '') === PUBLIC_SERVER) return 'https://api.github.com';
  return `${issuer.replace(/\/+$/, '')}/api/v3`;
}

/** @throws SignInFailure */
function checked<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (Value.Check(schema, value)) return value;
  throw new SignInFailure('provider-failed', 'its API answered something else than GitHub does');
}
