import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** The only address of this machine that the shared cluster connects to for others (tools/testing/broker.mjs). */
const OUTSIDE = '127.0.0.2';
export const CLIENT = { client_id: 'stoa', client_secret: 'a secret of the client' };

export interface IdentityOf {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

/** A real provider of OpenID Connect at which one person is signed in, and agrees to everything. */
export class IdentityProvider {
  /** Who signs in. */
  person: IdentityOf = { sub: 'nobody', email: '', email_verified: false, name: '' };

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  /** @param callback where browsers may be sent back to */
  static async start(callback: string): Promise<IdentityProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, OUTSIDE, resolve));
    const { port } = server.address() as AddressInfo;
    const identities = new IdentityProvider(server, `http://${OUTSIDE}:${port}`);
    const provider = new Provider(identities.issuer, identities.configuration(callback));
    const answer = provider.callback();
    server.on('request', (request, response) => {
      if (!request.url?.startsWith('/interaction/')) {
        void answer(request, response);
        return;
      }
      agree(provider, identities.person.sub, request, response).catch((error: Error) => response.destroy(error));
    });
    return identities;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /**
   * Does what a browser does at the provider.
   * @param location where the service sent it
   * @returns where the provider sends it back to
   */
  async visit(location: string): Promise<string> {
    const cookies = new Map<string, string>();
    let url = location;
    for (let hops = 0; hops < 10 && url.startsWith(this.issuer); hops++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const set of answer.headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        const at = pair.indexOf('=');
        cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const next = answer.headers.get('location');
      if (next === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
      url = new URL(next, url).href;
    }
    return url;
  }

  private configuration(callback: string): Configuration {
    return {
      clients: [{ ...CLIENT, redirect_uris: [callback] }],
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['a key of the tests'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ ...this.person, sub: accountId }) }),
    };
  }
}

async function agree(
  provider: Provider,
  accountId: string,
  ...[request, response]: Parameters<Provider['interactionDetails']>
): Promise<void> {
  const { prompt, params } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId } });
    return;
  }
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope('openid email profile');
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}
