import { Injectable } from '@nestjs/common';
import { encodeAudience } from '@stoa/contracts/changes';
import type { NewSignInProvider, SignInProviderChange, SignInProviderObject } from '@stoa/contracts/organization';
import {
  addSignInProvider,
  changeSignInProvider,
  listSignInProviders,
  removeSignInProvider,
  testSignInProvider,
} from '@stoa/contracts/organization';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { WriteTransaction, isUniqueViolation } from '@stoa/database';
import { LAST_OWN_METHOD, badRequest } from '@stoa/errors';
import {
  SignInKind,
  SignInProviderSettings,
  losesOwnMethods,
  sealText,
  signInProviderName,
  signInProviderProblem,
} from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { OrganizationWrites } from '../../organization/organization-writes/organization-writes';
import { SignInMethods } from '../../organization/realm-settings/sign-in-methods';
import { OwnMethodsRepository } from '../../shared/own-methods/own-methods.repository';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { UsersEnvironment } from '../../users-environment';
import { samlMetadataUrl } from '../saml/saml-addresses';
import { callbackUrl } from '../protocols/sign-in-protocol';
import { SignInProtocols } from '../protocols/sign-in-protocols';
import { SignInProviderRow, SignInProvidersRepository } from './sign-in-providers.repository';
import { UsedProviders } from './used-provider';

const UNKNOWN = 'Invalid sign-in provider';

/** What an organization's owners decide about who may vouch for people (identity.md 2). It counts at the next sign-in. */
@Injectable()
export class SignInProvidersService {
  constructor(
    private readonly repository: SignInProvidersRepository,
    private readonly used: UsedProviders,
    private readonly protocols: SignInProtocols,
    private readonly writes: OrganizationWrites,
    private readonly methods: SignInMethods,
    private readonly ownMethods: OwnMethodsRepository,
    private readonly sessions: SessionEndings,
    private readonly environment: UsersEnvironment,
  ) {}

  @Handles(listSignInProviders)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listSignInProviders>> {
    const rows = await this.repository.list(actor.realmId);
    return { sign_in_providers: rows.map((row) => described(row, actor.realmUrl)) };
  }

  @Handles(addSignInProvider)
  async add(ctx: ActorContext, given: NewSignInProvider): Promise<RpcResponse<typeof addSignInProvider>> {
    const { kind, settings, secret = '' } = given;
    const name = signInProviderName(kind, given.key);
    if (name === undefined) throw badRequest('The key must have lower-case letters, digits, - and _ only.');
    this.check(kind, given.display_name, settings, secret);
    const columns = {
      displayName: given.display_name,
      displayIcon: given.display_icon || null,
      settings,
      sealedSecret: this.sealed(secret),
    };
    try {
      return await this.writes.run(ctx, async (tx, audience) => {
        const id = await this.repository.insert(tx, kind, name, columns);
        await this.methods.announce(tx, encodeAudience(audience));
        return { sign_in_provider: await this.written(tx, id, ctx) };
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw badRequest('There is such a provider already.');
      throw error;
    }
  }

  @Handles(changeSignInProvider)
  async change(ctx: ActorContext, given: SignInProviderChange): Promise<RpcResponse<typeof changeSignInProvider>> {
    return this.writes.run(ctx, async (tx, audience) => {
      const row = await this.repository.one(tx, given.provider_id);
      if (!row) throw badRequest(UNKNOWN);
      const settings = changed(row.settings, given.settings ?? {});
      const displayName = given.display_name ?? row.display_name;
      this.check(row.kind, displayName, settings, given.secret);
      const displayIcon = given.display_icon === undefined ? row.display_icon : given.display_icon || null;
      const sealedSecret = given.secret === undefined ? null : this.sealed(given.secret);
      await this.repository.update(tx, row.id, { displayName, displayIcon, settings }, sealedSecret);
      const { max_session_hours: hours } = settings;
      if (hours !== row.settings.max_session_hours) await this.sessions.limitOfProvider(tx, row.id, hours ?? null);
      await this.methods.announce(tx, encodeAudience(audience));
      return { sign_in_provider: await this.written(tx, row.id, ctx) };
    });
  }

  @Handles(removeSignInProvider)
  async remove(ctx: ActorContext, { provider_id: id }: RequestOf<typeof removeSignInProvider>): Promise<void> {
    const { userId } = ctx.actor;
    await this.writes.run(ctx, async (tx, audience) => {
      const before = await this.ownMethods.of(tx, userId);
      if (!(await this.repository.delete(tx, id))) throw badRequest(UNKNOWN);
      const after = await this.ownMethods.of(tx, userId);
      if (losesOwnMethods(before, after)) throw badRequest(LAST_OWN_METHOD);
      await this.methods.announce(tx, encodeAudience(audience));
    });
  }

  /** @throws DomainError with what went wrong, which only owners see */
  @Handles(testSignInProvider)
  async test({ actor }: ActorContext, { provider_id: id }: RequestOf<typeof testSignInProvider>): Promise<void> {
    const provider = await this.used.byId(actor.realmId, id);
    if (!provider) throw badRequest(UNKNOWN);
    const problem = await this.protocols.of(provider.kind).test(provider);
    if (problem !== null) throw badRequest(`The provider cannot be used: ${problem}`);
  }

  /** @param secret undefined where it stays as it is */
  private check(
    kind: SignInKind,
    displayName: string,
    settings: SignInProviderSettings,
    secret: string | undefined,
  ): void {
    if (displayName === '') throw badRequest('The provider needs a name for its button.');
    const problem = signInProviderProblem(kind, settings, secret, this.isDevelopment);
    if (problem !== null) throw badRequest(problem);
  }

  private async written(tx: WriteTransaction, id: number, { actor }: ActorContext): Promise<SignInProviderObject> {
    const row = await this.repository.one(tx, id);
    if (!row) throw new Error(`there is no provider ${id}`);
    return described(row, actor.realmUrl);
  }

  private sealed(secret: string): Buffer {
    return sealText(this.environment.STOA_API_KEY_SECRET, 'stoa/sign-in-provider', secret);
  }

  private get isDevelopment(): boolean {
    return this.environment.STOA_MODE === 'development';
  }
}

function described(row: SignInProviderRow, realmUrl: string): SignInProviderObject {
  const { id, kind, name, display_name, display_icon, settings, accounts } = row;
  const shown = { id, kind, name, display_name, display_icon, settings, accounts };
  const metadata = kind === 'saml' ? { metadata_url: samlMetadataUrl(realmUrl, name) } : {};
  return { ...shown, callback_url: addressOf(kind, realmUrl), ...metadata };
}

/** What whoever vouches for people has to know. */
function addressOf(kind: SignInKind, realmUrl: string): string {
  if (kind === 'remoteuser') return `${realmUrl}/accounts/login/sso/`;
  return kind === 'jwt' ? `${realmUrl}/accounts/login/jwt/` : callbackUrl(realmUrl, kind);
}

/** What is null goes; what is absent stays. */
function changed(
  settings: SignInProviderSettings,
  change: NonNullable<SignInProviderChange['settings']>,
): SignInProviderSettings {
  const merged = Object.entries({ ...settings, ...change });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}
