import { createHash } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, type JWTHeaderParameters, SignJWT, exportJWK, generateKeyPair } from 'jose';

const CLIENT = 'stoa';

/** What a provider says that a test prescribes; the rest is as it must be. */
export interface Prescription {
  claims?: Record<string, unknown>;
  header?: Partial<JWTHeaderParameters>;
  /** Signs instead of the provider's own key. */
  key?: CryptoKey | Uint8Array;
  /** Instead of a signed token. */
  idToken?: string | null;
  tokenStatus?: number;
  metadata?: Record<string, unknown>;
  userinfo?: Record<string, unknown>;
}

/** A provider of OpenID Connect that says what a test wants: what a client has to notice is not for a real one to say. */
export class PrescribedProvider {
  prescription: Prescription = {};
  /** Forms that came to the token endpoint. */
  readonly exchanges: URLSearchParams[] = [];
  /** How often somebody wanted its keys. */
  keyRequests = 0;
  /** The nonce and challenge of the request that is being answered. */
  asked = { nonce: '', challenge: '' };

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    readonly keys: { privateKey: CryptoKey; publicKey: CryptoKey },
  ) {}

  static async start(): Promise<PrescribedProvider> {
    const keys = await generateKeyPair('RS256', { extractable: true });
    const server = createServer((request, response) => {
      provider.answer(request, response).catch((error: Error) => response.destroy(error));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const provider = new PrescribedProvider(server, `http://127.0.0.1:${port}`, keys);
    return provider;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** What the browser brings to the provider. */
  note(location: string): URLSearchParams {
    const { searchParams } = new URL(location);
    this.asked = { nonce: searchParams.get('nonce') ?? '', challenge: searchParams.get('code_challenge') ?? '' };
    return searchParams;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (request.url) {
      case '/.well-known/openid-configuration':
        send(200, {
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          userinfo_endpoint: `${this.issuer}/userinfo`,
          jwks_uri: `${this.issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...this.prescription.metadata,
        });
        return;
      case '/keys':
        this.keyRequests += 1;
        send(200, { keys: [{ ...(await exportJWK(this.keys.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] });
        return;
      case '/userinfo':
        send(200, this.prescription.userinfo ?? { sub: 'ada' });
        return;
      case '/token':
        await this.exchange(request, send);
        return;
      default:
        send(404, {});
    }
  }

  private async exchange(request: IncomingMessage, send: (status: number, body: unknown) => void): Promise<void> {
    let body = '';
    for await (const piece of request) body += String(piece);
    const form = new URLSearchParams(body);
    this.exchanges.push(form);
    const proven = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const { tokenStatus = 200, idToken } = this.prescription;
    if (tokenStatus !== 200 || proven !== this.asked.challenge) {
      send(tokenStatus === 200 ? 400 : tokenStatus, { error: 'invalid_grant' });
      return;
    }
    const token = idToken === undefined ? await this.signed() : idToken;
    send(200, { access_token: 'access', token_type: 'Bearer', ...(token === null ? {} : { id_token: token }) });
  }

  private signed(): Promise<string> {
    const { claims, header, key = this.keys.privateKey } = this.prescription;
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      ...{ iss: this.issuer, aud: CLIENT, sub: 'ada', iat: now, exp: now + 300, nonce: this.asked.nonce },
      ...{ email: 'ada@people.example', email_verified: true, name: 'Ada Lovelace' },
      ...claims,
    };
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'own', ...header }).sign(key);
  }
}
