import type { TestClient } from '@stoa/testing';
import type { IdentityProvider } from './identity-provider';
import type { Organization } from './organizations';
import { type RawAnswer, rawRequest } from './raw-request';

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
    const { body } = await this.browserOf(answer).get('/users/me');
    return { user_id: body.user_id, full_name: body.full_name, role: body.role };
  }

  /** A browser with the session that an answer began, or renewed. */
  browserOf(answer: RawAnswer): TestClient {
    const sessionCookie = answer.headers.getSetCookie().find((set) => set.startsWith('sessionid=')) ?? '';
    return this.organization.anonymous.browser(sessionCookie.split(';')[0]);
  }
}
