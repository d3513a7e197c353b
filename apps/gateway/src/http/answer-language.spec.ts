import { Type } from '@sinclair/typebox';
import { badRequest } from '@stoa/errors';
import { EchoController } from '../test-support/echo-controller';
import { apiKey, sessionToken } from '../test-support/fake-stores';
import { TestApplication, basic, startTestApplication } from '../test-support/test-application';
import { Endpoint, EndpointController } from './endpoint.decorator';

@EndpointController()
class RefusingController {
  @Endpoint({
    method: 'GET',
    path: 'refused',
    summary: 'Refused',
    tag: 'T',
    auth: 'optional',
    response: Type.Object({}, { additionalProperties: true }),
  })
  refuse(): never {
    throw badRequest("Invalid channel name 'Küche'", { names: ['Küche'] });
  }
}

const IN_GERMAN = { 'accept-language': 'de-AT, en;q=0.5' };
const IN_ENGLISH = { 'accept-language': 'en-GB, de;q=0.5' };

describe('the language of an error', () => {
  let app: TestApplication;
  const keyOf = { de: apiKey('german'), en: apiKey('english'), fr: apiKey('french') };
  const as = (language: keyof typeof keyOf) => basic(`${language}@mail.example`, keyOf[language]);
  const session = { cookie: `sessionid=${sessionToken('german')}` };

  beforeAll(async () => {
    app = await startTestApplication([EchoController, RefusingController]);
    for (const language of ['de', 'en', 'fr'] as const) {
      app.keys.add(keyOf[language], { deliveryEmail: `${language}@mail.example`, language });
    }
    app.sessions.add(sessionToken('german'), { userId: 9, language: 'de' });
  });
  afterAll(() => app.close());

  const answer = async (url: string, headers: Record<string, string>, method: 'GET' | 'PUT' = 'GET') => {
    const { statusCode, headers: got, body } = await app.inject({ method, url, headers });
    return { status: statusCode, language: got['content-language'], body };
  };

  it.each([
    ['a German account', () => as('de'), true],
    ['a German account with an English browser', () => ({ ...as('de'), ...IN_ENGLISH }), true],
    ['an English account with a German browser', () => ({ ...as('en'), ...IN_GERMAN }), false],
    ['an account whose language has no texts', () => ({ ...as('fr'), ...IN_GERMAN }), false],
    ['somebody unknown with a German browser', () => IN_GERMAN, true],
    ['somebody unknown with an English browser', () => IN_ENGLISH, false],
    ['somebody unknown', () => ({}), false],
  ])('is that of %s', async (_who, headers, isGerman) => {
    const msg = isGerman ? 'Ungültiger Kanalname „Küche“' : "Invalid channel name 'Küche'";
    expect(await answer('/api/v1/refused', headers())).toEqual({
      status: 400,
      language: isGerman ? 'de' : 'en',
      body: `{"result":"error","msg":"${msg}","code":"BAD_REQUEST","names":["Küche"]}`,
    });
  });

  it('is that of a session', async () => {
    const { language, body } = await answer('/json/refused', { ...session, ...IN_ENGLISH });
    expect([language, JSON.parse(body)]).toMatchObject(['de', { msg: 'Ungültiger Kanalname „Küche“' }]);
  });

  it.each([
    ['a key that is none', '/api/v1/context', { ...IN_GERMAN, ...basic('x@mail.example', apiKey('none')) }, 401],
    ['an unknown path', '/api/v1/nowhere', IN_GERMAN, 404],
    ['a bad parameter', '/api/v1/echo/1?ids=x', IN_GERMAN, 400],
    ['an outage', '/api/v1/fails/2', IN_GERMAN, 503],
    ['a fault', '/api/v1/fails/4', IN_GERMAN, 500],
  ])('holds for %s', async (_what, url, headers, status) => {
    const inGerman = await answer(url, headers);
    const { 'accept-language': _german, ...others } = headers;
    const inEnglish = await answer(url, others);
    expect([inGerman.status, inGerman.language, inEnglish.language]).toEqual([status, 'de', 'en']);
    const { msg: german, ...germanRest } = JSON.parse(inGerman.body);
    const { msg: english, ...englishRest } = JSON.parse(inEnglish.body);
    expect(german).not.toBe(english);
    expect(germanRest).toEqual(englishRest);
  });

  it('holds for a method that a path does not have', async () => {
    const { status, body } = await answer('/api/v1/raw', IN_GERMAN, 'PUT');
    expect([status, JSON.parse(body)]).toMatchObject([405, { msg: 'Diese Methode ist hier nicht erlaubt' }]);
  });

  it('does not stick to what comes next over the same connection', async () => {
    await answer('/api/v1/refused', as('de'));
    expect((await answer('/api/v1/refused', {})).language).toBe('en');
  });
});
