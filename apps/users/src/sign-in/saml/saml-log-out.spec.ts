import { deflateRawSync } from 'node:zlib';
import { checkSamlResponse } from './saml-document';
import { readSamlLogOut } from './saml-log-out';

const SIGNED = '&SigAlg=http%3A%2F%2Fwww.w3.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256&Signature=x';
const ISSUER = '<a:Issuer xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion">https://id.example</a:Issuer>';

/** A log-out with more in it than its sender has to say. */
function logOut(filling: string): string {
  return `<p:LogoutRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1">${ISSUER}${filling}</p:LogoutRequest>`;
}

function queryOf(xml: string): string {
  return `SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}${SIGNED}`;
}

describe('a log-out of SAML', () => {
  it('is read before its signature is checked', async () => {
    const read = readSamlLogOut(queryOf(logOut('<p:SessionIndex>session</p:SessionIndex>'.repeat(3))));
    await expect(read).resolves.toMatchObject({ issuer: 'https://id.example', sessionIds: Array(3).fill('session') });
  });

  it('is not inflated beyond what a log-out needs', async () => {
    const query = queryOf(logOut('<x/>'.repeat(16_384)));
    expect(query.length).toBeLessThan(2_000);
    await expect(readSamlLogOut(query)).rejects.toMatchObject({
      ...{ reason: 'provider-failed', message: 'the message cannot be inflated' },
    });
  });
});

it('an answer with more elements than a call takes arguments is refused like any other', () => {
  const xml = `<r>${'<a/>'.repeat(150_000)}</r>`;
  expect(() => checkSamlResponse(xml, 'assertion')).toThrow('the message is no answer');
});
