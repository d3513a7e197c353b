import { IdentityProvider, IdentityProviderInstance, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import { makeKeyPair } from '../../apps/users/src/test-support/prescribed-saml';

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/** What providers really send and this library leaves out: when and in which session the person signed in, and who he is. */
const STATEMENTS =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{SessionIndex}"><saml:AuthnContext>' +
  '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef>' +
  '</saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>' +
  '<saml:Attribute Name="email"><saml:AttributeValue>{email}</saml:AttributeValue></saml:Attribute>' +
  '<saml:Attribute Name="displayName"><saml:AttributeValue>{name}</saml:AttributeValue></saml:Attribute>' +
  '</saml:AttributeStatement>';
const TEMPLATE =
  SamlLib.defaultLoginResponseTemplate.context?.replace('{AuthnStatement}{AttributeStatement}', STATEMENTS) ?? '';

export interface SamlPerson {
  nameId: string;
  email: string;
  name: string;
}

/** A provider of SAML by another library than the service's, at which one person is signed in. */
export class SamlProvider {
  readonly issuer = 'https://id.example/saml';
  readonly ssoUrl = 'https://id.example/sso';
  readonly sloUrl = 'https://id.example/slo';
  /** Its own sessions, the newest last. */
  readonly sessions: string[] = [];
  person: SamlPerson = { nameId: '', email: '', name: '' };
  private readonly pair = makeKeyPair();
  private readonly provider: IdentityProviderInstance;

  constructor() {
    // Schemas are checked by programs of other languages; the service does not rely on them.
    setSchemaValidator({ validate: () => Promise.resolve('not checked') });
    this.provider = IdentityProvider({
      entityID: this.issuer,
      privateKey: this.pair.key,
      signingCert: this.pair.certificate,
      requestSignatureAlgorithm: RSA_SHA256,
      wantAuthnRequestsSigned: true,
      nameIDFormat: [PERSISTENT],
      wantLogoutRequestSigned: true,
      wantLogoutResponseSigned: true,
      singleSignOnService: [{ Binding: REDIRECT, Location: this.ssoUrl }],
      singleLogoutService: [{ Binding: REDIRECT, Location: this.sloUrl }],
    });
  }

  get certificate(): string {
    return this.pair.certificate;
  }

  /**
   * Does what the provider does with a browser that was sent to it; refuses requests whose signature is wrong.
   * @param location where the service sent it
   * @param metadata of the service
   * @returns the form that the browser posts
   */
  async visit(location: string, metadata: string): Promise<URLSearchParams> {
    const service = ServiceProvider({ metadata });
    const asked = signedQuery(location);
    const request = await this.provider.parseLoginRequest(service, 'redirect', asked);
    const { context } = await this.provider.createLoginResponse(service, { ...request }, 'post', {}, () =>
      this.filled(String(request.extract.request?.id), service.entityMeta),
    );
    return new URLSearchParams({ SAMLResponse: context, RelayState: asked.query.RelayState ?? '' });
  }

  /** Path and query of this service to which the browser is sent when somebody has signed out. */
  logOutUrl(metadata: string, nameId: string, sessionIndex?: string): string {
    const service = ServiceProvider({ metadata, wantLogoutRequestSigned: true });
    const user = { logoutNameID: nameId, sessionIndex };
    const { pathname, search } = new URL(this.provider.createLogoutRequest(service, 'redirect', user).context);
    return pathname + search;
  }

  /** What the service says when somebody has signed out there. */
  async readLogOut(location: string, metadata: string) {
    const { extract } = await this.provider.parseLogoutRequest(
      ServiceProvider({ metadata }),
      'redirect',
      signedQuery(location),
    );
    return { nameId: extract.nameID, sessionIndex: extract.sessionIndex };
  }

  /** The message with which the service answers, after its signature has been checked. */
  async readLogOutAnswer(location: string, metadata: string): Promise<string> {
    const service = ServiceProvider({ metadata });
    const { samlContent } = await this.provider.parseLogoutResponse(service, 'redirect', signedQuery(location));
    return samlContent;
  }

  private filled(requestId: string, service: ReturnType<typeof ServiceProvider>['entityMeta']) {
    const now = Date.now();
    const [at, until] = [new Date(now).toISOString(), new Date(now + 300_000).toISOString()];
    const callback = String(service.getAssertionConsumerService('post'));
    const session = `session-${this.sessions.length}`;
    this.sessions.push(session);
    const values = {
      ...{ ID: `_r${now}`, AssertionID: `_a${now}`, Issuer: this.issuer, IssueInstant: at, InResponseTo: requestId },
      ...{ Destination: callback, SubjectRecipient: callback, Audience: service.getEntityID() },
      ...{ StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success', NameIDFormat: PERSISTENT },
      ...{ ConditionsNotBefore: at, ConditionsNotOnOrAfter: until, SubjectConfirmationDataNotOnOrAfter: until },
      ...{ NameID: this.person.nameId, SessionIndex: session },
      ...{ email: this.person.email, name: this.person.name },
    };
    return { id: values.ID, context: SamlLib.replaceTagsByValue(TEMPLATE, values) };
  }
}

/** Parameters of an address, and the text of which they are signed. */
function signedQuery(location: string) {
  const { search, searchParams } = new URL(location);
  const query = Object.fromEntries(searchParams);
  return { query, octetString: search.slice(1).replace(/&Signature=.*$/, '') };
}
