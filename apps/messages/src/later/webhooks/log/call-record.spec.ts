import { callRecord, shownUrl } from './call-record';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345';
const CALL = {
  realmId: 3,
  botId: 7,
  messageId: 11,
  deliveryId: '0b9c5b0e-8f0e-4a34-9d3e-1f2a3b4c5d6e',
  trigger: 'mention' as const,
  attempt: 2,
  resendOf: null,
};
const SERVICE = { baseUrl: 'https://bot.example/hook', token: TOKEN };
const TRACE = {
  ...{ startedAt: 1_700_000_000_123, durationMs: 42, status: 200, requestBody: '{}', answerBody: '{}' },
  requestHeaders: { 'content-type': 'application/json', 'x-stoa-signature': 'v1=00' },
  answerHeaders: { server: 'x', 'set-cookie': 'a=b' },
};

describe('what is remembered of a call', () => {
  it('does not contain the token of the bot', () => {
    const trace = { ...TRACE, requestBody: `{"token":"${TOKEN}"}`, answerBody: `seen ${TOKEN}, ${TOKEN}` };
    const record = callRecord(CALL, SERVICE, { outcome: 'silent', failure: null, trace }, 0);
    expect(record).toMatchObject({ attempt: 2, resendOf: null });
    expect(record.exchange).toMatchObject({ request_body: '{"token":"***"}', answer_body: 'seen ***, ***' });
    expect(record.startedAt.getTime()).toBe(TRACE.startedAt);
  });

  it('tells the next one that sends it again that an answer was said', () => {
    const end = { outcome: 'failed', failure: null, trace: TRACE } as const;
    expect(callRecord(CALL, SERVICE, { ...end, wasSaid: true }, 0).exchange).toMatchObject({ was_said: true });
    expect(callRecord(CALL, SERVICE, { ...end, wasSaid: false }, 0).exchange).not.toHaveProperty('was_said');
  });

  const exchangeOf = (changes: Partial<typeof TRACE>) =>
    callRecord(CALL, SERVICE, { outcome: 'silent', failure: null, trace: { ...TRACE, ...changes } }, 0).exchange;

  it('does not contain a part of the token where a body is cut', () => {
    const answerBody = `${'x'.repeat(16_370)}${TOKEN}${'y'.repeat(100)}`;
    const shown = exchangeOf({ answerBody })?.answer_body;
    expect(shown).toHaveLength(16_385);
    expect(shown).not.toContain(TOKEN.slice(0, 4));
  });

  it('has the headers of both sides, without signature, cookies and token', () => {
    expect(exchangeOf({ answerHeaders: { server: TOKEN, 'set-cookie': 'a=b' } })).toMatchObject({
      request_headers: { 'content-type': 'application/json', 'x-stoa-signature': '***' },
      answer_headers: { server: '***', 'set-cookie': '***' },
    });
  });

  it('can be sent again where it is there as a whole, and was sent over HTTP', () => {
    expect(exchangeOf({ requestBody: 'x'.repeat(65_536) })).toMatchObject({ is_whole: true });
    expect(exchangeOf({ requestBody: 'x'.repeat(65_537) })).toMatchObject({ is_whole: false });
    expect(exchangeOf({ requestHeaders: undefined })).toMatchObject({ request_headers: {}, is_whole: false });
  });

  it('can be stored, whatever was answered', () => {
    expect(exchangeOf({ answerBody: 'a\u0000b' })?.answer_body).toBe('a\ufffdb');
  });

  it('says that nobody was called', () => {
    expect(callRecord(CALL, SERVICE, { outcome: 'failed', failure: 'paused' }, 5_000)).toMatchObject({
      startedAt: new Date(5_000),
      durationMs: 0,
      status: null,
      failure: 'paused',
      exchange: null,
    });
  });

  it.each([
    ['https://bot.example/hook', 'https://bot.example/hook'],
    ['https://bot.example/?key=secret&key=2&b=c#d', 'https://bot.example/?key=***&b=***'],
    ['https://ada:secret@bot.example/', 'https://***:***@bot.example/'],
    ['no address', '***'],
  ])('%s is shown as %s', (address, expected) => {
    expect(shownUrl(address)).toBe(expected);
  });
});
