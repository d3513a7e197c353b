import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, SignJWT, exportJWK, generateKeyPair, jwtVerify } from 'jose';

/** The only address of this machine that the shared cluster connects to for others (tools/testing/broker.mjs). */
const OUTSIDE = '127.0.0.2';
const CLIENT = 'stoa';

/** What a code stands for until it is exchanged, once. */
interface Grant {
  challenge: string;
  nonce: string;
}

/** Answers as GitHub, GitLab and Apple do, at servers of their own: one person is signed in there, and agrees to everything. */
export class StandInProviders {
  person = { id: 0, email: '', name: '' };
  /** What a provider of SAML answers to a browser that was sent to an address: a page. */
  answerSaml: (location: string) => Promise<string> = () => Promise.reject(new Error('nobody answers SAML'));
  private readonly grants = new Map<string, Grant>();
  /** Whom Apple has said the name of. */
  private readonly named = new Set<number>();
  private readonly appleKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly keys: { privateKey: CryptoKey; publicKey: CryptoKey },
  ) {}

  static async start(): Promise<StandInProviders> {
    const keys = await generateKeyPair('RS256', { extractable: true });
    const server = createServer((request, response) => {
      providers.answer(request, response).catch((error: Error) => response.destroy(error));
    });
    await new Promise<void>((resolve) => server.listen(0, OUTSIDE, resolve));
    const { port } = server.address() as AddressInfo;
    const providers = new StandInProviders(server, `http://${OUTSIDE}:${port}`, keys);
    return providers;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The key with which the service makes its secrets for Apple. */
  get appleKey(): string {
    return this.appleKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { id, email, name } = this.person;
    switch (pathname) {
      case '/login/oauth/authorize':
      case '/oauth/authorize': {
        const back = new URL(searchParams.get('redirect_uri') ?? '');
        back.search = this.granted(searchParams).toString();
        response.writeHead(302, { location: back.href }).end();
        return;
      }
      case '/authorize':
        response.writeHead(200, { 'content-type': 'text/html' }).end(this.appleForm(searchParams));
        return;
      case '/saml': {
        const page = await this.answerSaml(`${this.url}${request.url}`);
        response.writeHead(200, { 'content-type': 'text/html' }).end(page);
        return;
      }
      case '/login/oauth/access_token':
      case '/oauth/token':
      case '/token': {
        const form = new URLSearchParams(await bodyOf(request));
        const grant = this.exchanged(form);
        if (!grant || (pathname === '/token' && !(await this.isApplesClient(form)))) {
          send({ error: 'invalid_grant' }, 400);
          return;
        }
        const idToken = pathname === '/token' ? { id_token: await this.idToken(grant.nonce) } : {};
        send({ access_token: 'access', token_type: 'bearer', ...idToken });
        return;
      }
      case '/api/v3/user':
        send({ id, login: `login${id}`, name });
        return;
      case '/api/v3/user/emails':
        send([{ email, primary: true, verified: true }]);
        return;
      case '/api/v4/user':
        send({ id, name, email, confirmed_at: '2026-01-01T00:00:00Z' });
        return;
      case '/.well-known/openid-configuration':
        send(this.metadata());
        return;
      case '/keys':
        send({ keys: [{ ...(await exportJWK(this.keys.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] });
        return;
      default:
        send({}, 404);
    }
  }

  /** What the browser brings back. */
  private granted(asked: URLSearchParams): URLSearchParams {
    const code = randomBytes(16).toString('hex');
    this.grants.set(code, { challenge: asked.get('code_challenge') ?? '', nonce: asked.get('nonce') ?? '' });
    return new URLSearchParams({ code, state: asked.get('state') ?? '' });
  }

  /** Apple has the browser post what it says, and says the name the first time only. */
  private appleForm(asked: URLSearchParams): string {
    const fields = this.granted(asked);
    const { id, email, name } = this.person;
    if (!this.named.has(id)) {
      const [firstName, ...others] = name.split(' ');
      fields.set('user', JSON.stringify({ name: { firstName, lastName: others.join(' ') }, email }));
    }
    this.named.add(id);
    return postingPage(asked.get('redirect_uri') ?? '', fields);
  }

  private exchanged(form: URLSearchParams): Grant | undefined {
    const code = form.get('code') ?? '';
    const grant = this.grants.get(code);
    this.grants.delete(code);
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return grant?.challenge === challenge ? grant : undefined;
  }

  /** Its secret is a token that it signs for the moment. */
  private async isApplesClient(form: URLSearchParams): Promise<boolean> {
    const { publicKey } = this.appleKeys;
    const expected = { audience: this.url, subject: CLIENT, algorithms: ['ES256'] };
    const secret = form.get('client_secret') ?? '';
    return jwtVerify(secret, publicKey, expected).then(
      () => true,
      () => false,
    );
  }

  private idToken(nonce: string): Promise<string> {
    const { id, email } = this.person;
    return new SignJWT({ nonce, email, email_verified: 'true' })
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .setIssuer(this.url)
      .setAudience(CLIENT)
      .setSubject(`apple.${id}`)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(this.keys.privateKey);
  }

  private metadata(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    };
  }
}

/** A page that posts a form by itself, as providers have browsers do. */
export function postingPage(action: string, fields: URLSearchParams): string {
  const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const inputs = [...fields].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<!doctype html><form method="post" action="${escaped(action)}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += String(piece);
  return body;
}
