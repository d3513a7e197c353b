import { verify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { SignInProviderSettings } from '@stoa/policy';
import type { UsedProvider } from '../providers/used-provider';
import {
  BEARER,
  PERSISTENT,
  SamlValues,
  SigningOptions,
  assertionXml,
  encryptAssertion,
  makeKeyPair,
  responseXml,
  signElement,
} from '../../test-support/prescribed-saml';
import { SamlProtocol } from './saml-protocol';

const ORIGIN = 'https://chat.example';
const CALLBACK = `${ORIGIN}/complete/saml/`;
const ISSUER = 'https://id.example/saml';
const PROOF = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: '' };
const REQUEST = `_${PROOF.nonce}`;
const SHA1 = { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' };

describe('SAML', () => {
  const idp = makeKeyPair();
  const stranger = makeKeyPair();
  const own = makeKeyPair();
  const protocol = new SamlProtocol();

  const GOOD: SamlValues = {
    ...{ issuer: ISSUER, responseIssuer: ISSUER, audience: ORIGIN, recipient: CALLBACK, destination: CALLBACK },
    ...{ inResponseTo: REQUEST, status: 'Success', method: BEARER, nameId: 'ada-7', nameIdFormat: PERSISTENT },
    ...{ sessionIndex: 'session-1', notBefore: -5, notOnOrAfter: 300, confirmedUntil: 300, id: '_assertion' },
    attributes: { email: 'ada@people.example', first_name: 'Ada', last_name: 'Lovelace' },
  };
  const provider = (settings: SignInProviderSettings = {}, secret = ''): UsedProvider => ({
    ...{ id: 1, kind: 'saml', name: 'saml:corp', displayName: 'Corp', version: '1/1', secret },
    settings: { issuer: ISSUER, sso_url: 'https://id.example/sso?a=b', certificates: [idp.certificate], ...settings },
  });
  const finish = (xml: string, settings: SignInProviderSettings = {}, secret = '') => {
    const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: PROOF.state });
    return protocol.finish(provider(settings, secret), CALLBACK, form.toString(), PROOF);
  };
  /** A good answer but for what is prescribed. */
  const answer = (values: Partial<SamlValues> = {}, options: SigningOptions = {}, signer = idp) => {
    const all = { ...GOOD, ...values };
    return signElement(responseXml(all, assertionXml(all)), 'Assertion', signer, options);
  };
  const ADA = {
    ...{ subject: `${ISSUER}|ada-7`, email: 'ada@people.example', fullName: 'Ada Lovelace' },
    authenticatedAt: expect.any(Number),
  };
  const SESSION = { name: 'ada-7', nameFormat: PERSISTENT, id: 'session-1' };

  describe('asks', () => {
    const requestOf = async (secret = '', prompt: 'once' | 'again' = 'once') => {
      const url = new URL(await protocol.begin(provider({}, secret), CALLBACK, PROOF, prompt));
      const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
      return { url, xml };
    };

    it('by a redirect, for an answer to this address, in answer to this request', async () => {
      const { url, xml } = await requestOf();
      expect([url.origin + url.pathname, url.searchParams.get('a')]).toEqual(['https://id.example/sso', 'b']);
      expect(url.searchParams.get('RelayState')).toBe(PROOF.state);
      expect(url.searchParams.has('Signature')).toBe(false);
      for (const part of [`ID="${REQUEST}"`, `AssertionConsumerServiceURL="${CALLBACK}"`, `>${ORIGIN}</saml:Issuer>`]) {
        expect(xml).toContain(part);
      }
      // Providers would refuse whoever signs in with more than a password.
      expect(xml).not.toContain('RequestedAuthnContext');
    });

    it('for another sign-in of who is signed in there, where that is wanted', async () => {
      expect((await requestOf('', 'again')).xml).toContain('ForceAuthn="true"');
      expect((await requestOf()).xml).not.toContain('ForceAuthn');
    });

    it('with a signature where there is a key', async () => {
      const { url } = await requestOf(own.certificate + own.key);
      const { searchParams: query } = url;
      const [request = '', state = '', algorithm = ''] = ['SAMLRequest', 'RelayState', 'SigAlg'].map(
        (name) => query.get(name) ?? '',
      );
      expect(algorithm).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
      const signed = new URLSearchParams({ SAMLRequest: request, RelayState: state, SigAlg: algorithm }).toString();
      const signature = Buffer.from(query.get('Signature') ?? '', 'base64');
      expect(verify('sha256', Buffer.from(signed), own.certificate, signature)).toBe(true);
    });
  });

  describe('takes', () => {
    it('what a signed assertion says', async () => {
      expect(await finish(answer())).toEqual({ ...ADA, session: SESSION });
    });

    it('when the person signed in, if the provider says so', async () => {
      const at = async (authnInstant: number | null) => (await finish(answer({ authnInstant }))).authenticatedAt;
      expect([await at(-3_600), await at(null)]).toEqual([
        expect.closeTo(Math.floor(Date.now() / 1000) - 3_600, -1),
        undefined,
      ]);
    });

    it('what a signed answer says, where the provider signs that', async () => {
      const xml = signElement(responseXml(GOOD, assertionXml(GOOD)), 'Response', idp);
      expect(await finish(xml, { signs: 'response' })).toEqual({ ...ADA, session: SESSION });
      await expect(finish(answer(), { signs: 'response' })).rejects.toMatchObject({ reason: 'provider-failed' });
      await expect(finish(xml)).rejects.toThrow('the assertion is not signed');
    });

    it.each(['aes256-gcm', 'aes256-cbc'] as const)('an encrypted assertion in a signed answer: %s', async (cipher) => {
      const content = await encryptAssertion(assertionXml(GOOD), own, cipher);
      const response = responseXml(GOOD, content);
      const xml = signElement(response, 'Response', idp);
      const secret = own.key + own.certificate;
      expect(await finish(xml, { signs: 'response' }, secret)).toEqual({ ...ADA, session: SESSION });
      await expect(finish(xml, { signs: 'response' })).rejects.toThrow('No decryption key');
      await expect(finish(response, { signs: 'response' }, secret)).rejects.toThrow('the response is not signed');
      await expect(finish(xml, {}, secret)).rejects.toThrow('an encrypted assertion is in no signed answer');
    });

    it.each<[string, Partial<SamlValues>]>([
      ['notOnOrAfter -50 s', { notOnOrAfter: -50, confirmedUntil: -50 }],
      ['notBefore +50 s', { notBefore: 50 }],
      ['no Destination and no Issuer of the answer', { destination: null, responseIssuer: null }],
    ])('%s', async (_what, values) => {
      expect(await finish(answer(values))).toEqual({ ...ADA, session: SESSION });
    });

    it('either of two certificates', async () => {
      expect(await finish(answer(), { certificates: [stranger.certificate, idp.certificate] })).toEqual({
        ...ADA,
        session: SESSION,
      });
    });

    it('the whole of a text that a comment divides', async () => {
      const xml = answer({ attributes: { email: 'ada@people.example.evil.example' } });
      const divided = xml.replace('ada@people.example.evil', 'ada@people.example<!-- -->.evil');
      expect((await finish(divided)).email).toBe('ada@people.example.evil.example');
      const inNameId = answer({ nameId: 'ada-7-eve' }).replace('ada-7-eve', 'ada-7<!-- -->-eve');
      expect((await finish(inNameId)).subject).toBe(`${ISSUER}|ada-7-eve`);
    });
  });

  it.each<[string, () => string, string?]>([
    ['no signature', () => responseXml(GOOD, assertionXml(GOOD))],
    ['the signature of a stranger, who brings his certificate', () => answer({}, {}, stranger)],
    ['a value that was changed', () => answer().replaceAll('ada@people', 'eve@people')],
    [
      'an attribute that was added',
      () => answer().replace('</saml:AttributeStatement>', '<x/></saml:AttributeStatement>'),
    ],
    ['a signature with SHA-1', () => answer({}, SHA1), 'its signature uses http://www.w3.org/2000/09/xmldsig#rsa-sha1'],
    ['a digest of SHA-1', () => answer({}, { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }), 'sha1'],
    [
      'another transform',
      () => answer({}, { transforms: ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315'] }),
      'its signature uses',
    ],
    ['another audience', () => answer({ audience: 'https://other.example' }), 'audience'],
    ['no audience', () => answer({ audience: null })],
    ['another recipient', () => answer({ recipient: `${ORIGIN}/complete/oidc/` }), 'for another address'],
    ['another destination', () => answer({ destination: 'https://other.example/' }), 'for another address'],
    ['another request', () => answer({ inResponseTo: `_${'m'.repeat(43)}` }), 'InResponseTo'],
    ['no request', () => answer({ inResponseTo: null }), 'InResponseTo'],
    ['another method', () => answer({ method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' })],
    ['another issuer', () => answer({ issuer: 'https://evil.example' }), 'the assertion is of another issuer'],
    ['an answer of another issuer', () => answer({ responseIssuer: 'https://evil.example' }), 'another issuer'],
    ['an assertion that is over (-61 s)', () => answer({ notOnOrAfter: -61 }), 'expired'],
    ['one whose confirmation is over', () => answer({ confirmedUntil: -61 }), 'No valid subject confirmation'],
    ['one of the future (+2 min)', () => answer({ notBefore: 120 }), 'not yet valid'],
    ['a definition of types', () => `<!DOCTYPE x [<!ENTITY e "eve">]>${answer()}`, 'defines types'],
    ['no XML', () => 'SAML', 'the message is no XML'],
    ['XML that is not closed', () => answer().replace('</samlp:Response>', ''), 'the message is no XML'],
    ['no answer', () => '<a/>', 'the message is no answer'],
    [
      'elements without end',
      () => answer().replace('<samlp:Status>', `${'<a>'.repeat(99)}${'</a>'.repeat(99)}$&`),
      'deep',
    ],
    ['a message without end', () => answer({ attributes: { email: 'a'.repeat(1_100_000) } }), 'too long'],
    [
      'a NameID that is another every time',
      () => answer({ nameIdFormat: PERSISTENT.replace('persistent', 'transient') }),
    ],
  ])('refuses %s', async (_what, xml, message = '') => {
    await expect(finish(xml())).rejects.toMatchObject({
      reason: 'provider-failed',
      message: expect.stringContaining(message),
    });
  });

  it('says what the provider says when it declines', async () => {
    await expect(finish(responseXml({ ...GOOD, status: 'Requester' }, ''))).rejects.toMatchObject({
      reason: 'declined',
      message: 'it answered Requester',
    });
  });

  /** Eve's assertion and the signed one in places of one document where a reader and a checker might look at different ones. */
  describe('refuses a signature of another element', () => {
    const signed = answer();
    const assertion = /<saml:Assertion.*<\/saml:Assertion>/s.exec(signed)?.[0] ?? '';
    const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(assertion)?.[0] ?? '';
    const bare = assertion.replace(signature, '');
    const forged = (id: string, content = '') =>
      assertionXml({ ...GOOD, id, attributes: { email: 'eve@evil.example' } }).replace(
        '</saml:Issuer>',
        `</saml:Issuer>${content}`,
      );
    const around = (content: string) => responseXml(GOOD, content);
    const object = (content: string) =>
      signature.replace('</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`);
    const whole = signElement(responseXml(GOOD, assertionXml(GOOD)), 'Response', idp);
    const ofWhole = /<ds:Signature .*<\/ds:Signature>/s.exec(whole)?.[0] ?? '';
    const evilResponse = (content: string, id = '_evil') =>
      responseXml(GOOD, forged('_forged'))
        .replace('ID="_response"', `ID="${id}"`)
        .replace('<samlp:Status>', `${content}$&`);

    it.each<[string, string, SignInProviderSettings?]>([
      [
        'XSW1: the answer in the signature',
        evilResponse(ofWhole.replace('</ds:Signature>', `<ds:Object>${whole.replace(ofWhole, '')}</ds:Object>$&`)),
        { signs: 'response' },
      ],
      [
        'XSW2: the answer beside its signature',
        evilResponse(whole.replace(ofWhole, '') + ofWhole),
        { signs: 'response' },
      ],
      ['XSW3: beside the signed one', around(forged('_evil') + assertion)],
      ['XSW4: around the signed one', around(forged('_evil', assertion))],
      ['XSW5: with its signature', around(forged('_evil', signature) + bare)],
      ['XSW6: with a signature that has the signed one', around(forged('_evil', object(bare)))],
      [
        'XSW7: the signed one in an extension',
        around(`<samlp:Extensions>${assertion}</samlp:Extensions>${forged('_evil')}`),
      ],
      ['XSW8: the signed one in an object', around(forged('_evil', object(bare)))],
      ['the same ID', around(forged('_assertion', signature) + bare)],
      [
        'the same ID, nested',
        around(forged('_assertion', signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object>$&`))),
      ],
      ['after the signed one', around(assertion + forged('_evil'))],
      ['a signature outside', around(signature + forged('_assertion'))],
      ['a second signature', around(assertion.replace(signature, signature + signature))],
      ['the signed one in a comment', around(`<!--${assertion}-->${forged('_evil')}`)],
    ])('%s', async (_what, xml, settings) => {
      await expect(finish(xml, settings)).rejects.toMatchObject({ reason: 'provider-failed' });
    });
  });

  it('tells whether its certificates are still good', async () => {
    expect(await protocol.test(provider())).toBeNull();
    expect(await protocol.test(provider({ certificates: [] }))).toBe('its certificates have expired');
  });
});
