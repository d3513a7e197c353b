import { TestClient, type TestCluster } from '@stoa/testing';
import { inDatabase } from './database';
import type { IdentityProvider } from './identity-provider';
import type { Organization } from './organizations';
import { type RawAnswer, rawRequest } from './raw-request';

/** The same organization at a host of its own: providers, and the libraries for them, want addresses that are some. */
export async function atOwnHost(cluster: TestCluster, organization: Organization): Promise<Organization> {
  const host = `${organization.subdomain}.example`;
  await inDatabase(cluster, (database) =>
    database.query('test_own_host', 'INSERT INTO realm_host (realm_id, host) VALUES ($1, $2)', [organization.id, host]),
  );
  return { ...organization, host, anonymous: new TestClient(organization.anonymous.baseUrl, undefined, host) };
}

/** Browsers that sign in to an organization with an identity provider, as far as addresses and cookies go. */
export class ProviderBrowser {
  constructor(
    private readonly organization: Organization,
    private readonly identities: IdentityProvider,
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
    return rawRequest(this.organization.anonymous, path, { headers });
  }

  /** To the provider and back, as far as the last request of this service. @param path that starts it */
  async arrive(path: string): Promise<{ cookie: string; back: string }> {
    const started = await this.get(path);
    expect([started.status, started.text]).toEqual([302, '']);
    const cookie = (started.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const back = new URL(await this.identities.visit(started.headers.get('location') ?? ''));
    expect(back.host).toBe(this.organization.host);
    return { cookie, back: back.pathname + back.search };
  }

  /** The same, and what this service answers then. */
  async complete(path: string): Promise<RawAnswer> {
    const { cookie, back } = await this.arrive(path);
    return this.get(back, { cookie });
  }

  /** Whose session an answer began. */
  async whoIs(answer: RawAnswer): Promise<{ user_id: number; full_name: string; role: number }> {
    const sessionCookie = answer.headers.getSetCookie().find((set) => set.startsWith('sessionid=')) ?? '';
    const { body } = await this.organization.anonymous.browser(sessionCookie.split(';')[0]).get('/users/me');
    return { user_id: body.user_id, full_name: body.full_name, role: body.role };
  }
}
