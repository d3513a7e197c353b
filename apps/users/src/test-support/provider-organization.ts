import type { CreatedRealm } from '@stoa/database';
import { Role } from '@stoa/policy';
import { SignJWT } from 'jose';
import { TEST_HOST, UsersApplication } from './users-application';
import { ExternalSignInsService } from '../sign-in/external/external-sign-ins.service';
import { BackChannelLogOutsService } from '../sign-in/log-outs/back-channel-log-outs.service';
import { SignInProvidersService } from '../sign-in/providers/sign-in-providers.service';
import { PrescribedProvider } from './prescribed-provider';

const CALL = { requestId: 'sign-in', deadlineAt: Number.MAX_SAFE_INTEGER };
export const BROWSER_TOKEN = 'b'.repeat(43);
const LOG_OUT = { 'http://schemas.openid.net/event/backchannel-logout': {} };

/** An organization with a provider (OIDC) that says what a test prescribes. */
export class ProviderOrganization {
  private tokens = 0;

  private constructor(
    readonly app: UsersApplication,
    readonly realm: CreatedRealm,
    readonly issuer: PrescribedProvider,
    readonly ownerId: number,
    private readonly providerId: number,
  ) {}

  static async start(): Promise<ProviderOrganization> {
    const app = await UsersApplication.start({ STOA_OUTGOING_ALLOWED_ADDRESSES: '127.0.0.1' });
    const issuer = await PrescribedProvider.start();
    const realm = await app.createRealm();
    const { id: ownerId } = await app.createPerson(realm, null, Role.Owner);
    const { sign_in_provider: made } = await app.get(SignInProvidersService).add(await app.contextOf(ownerId), {
      ...{ kind: 'oidc', key: 'corp', display_name: 'Corp', secret: 'secret' },
      settings: { issuer: issuer.issuer, client_id: 'stoa', auto_signup: true, trusts_name: true },
    });
    return new ProviderOrganization(app, realm, issuer, ownerId, made.id);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.issuer.stop();
  }

  /** Changes settings of the provider. */
  async configure(settings: Parameters<SignInProvidersService['change']>[1]['settings']) {
    const { app, ownerId, providerId } = this;
    return app.get(SignInProvidersService).change(await app.contextOf(ownerId), { provider_id: providerId, settings });
  }

  /** A session of somebody that began with the provider. @param more claims @returns its id */
  async signIn(
    person: { username: string },
    sub: string,
    sid?: string,
    more = {},
    provider = 'oidc/corp',
  ): Promise<number> {
    const { app, issuer, realm } = this;
    const place = { realm_id: realm.id, partition: realm.partition, realm_host: TEST_HOST };
    const common = { ...place, realm_url: `http://${TEST_HOST}` };
    const service = app.get(ExternalSignInsService);
    const begun = { provider, is_sign_up: false, next: '/', app: null, link_key: null };
    const started = await service.start(CALL, { ...common, ...begun, browser_token: BROWSER_TOKEN });
    if (started.result !== 'go') throw new Error(started.reason);
    issuer.prescription = { claims: { sub, sid, email: person.username, ...more } };
    const state = issuer.note(started.location).get('state') ?? '';
    const browser = { ip_address: '203.0.113.7', user_agent: 'test', replaced_session_id: null };
    const outcome = await service.finish(CALL, {
      ...{ ...common, ...browser, kind: 'oidc', browser_token: BROWSER_TOKEN },
      query: new URLSearchParams({ code: 'a code', state }).toString(),
    });
    if (outcome.result !== 'session') throw new Error(outcome.result);
    return outcome.session.session_id;
  }

  /** A token by which the provider tells of a log-out. */
  tokenOf(claims: Record<string, unknown>, key = this.issuer.keys.privateKey): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const usual = {
      iss: this.issuer.issuer,
      aud: 'stoa',
      iat: now,
      exp: now + 120,
      jti: `token-${++this.tokens}`,
      events: LOG_OUT,
    };
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'own', typ: 'logout+jwt' })
      .sign(key);
  }

  /** @returns whether a token of a log-out is taken */
  async receive(token: string, realmId = this.realm.id): Promise<boolean> {
    const told = { realm_id: realmId, partition: this.realm.partition, token };
    return (await this.app.get(BackChannelLogOutsService).receive(CALL, told)).is_accepted;
  }

  /** Why a session ended; null while it goes on. */
  async endOf(sessionId: number): Promise<unknown> {
    const rows = await this.app.run('SELECT end_reason FROM user_session WHERE id = $1', [sessionId]);
    return rows[0]?.end_reason;
  }
}
