import { callRecord, shownUrl } from './call-record';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345';
const CALL = {
  realmId: 3,
  botId: 7,
  messageId: 11,
  deliveryId: '0b9c5b0e-8f0e-4a34-9d3e-1f2a3b4c5d6e',
  trigger: 'mention' as const,
  attempt: 2,
};
const SERVICE = { baseUrl: 'https://bot.example/hook', token: TOKEN };
const TRACE = { startedAt: 1_700_000_000_123, durationMs: 42, status: 200, requestBody: '{}', answerBody: '{}' };

describe('what is remembered of a call', () => {
  it('does not contain the token of the bot', () => {
    const trace = { ...TRACE, requestBody: `{"token":"${TOKEN}"}`, answerBody: `seen ${TOKEN}, ${TOKEN}` };
    const record = callRecord(CALL, SERVICE, { outcome: 'silent', failure: null, trace }, 0);
    expect(record).toMatchObject({ requestBody: '{"token":"***"}', answerBody: 'seen ***, ***', attempt: 2 });
    expect(record.startedAt.getTime()).toBe(TRACE.startedAt);
  });

  it('does not contain a part of the token where a body is cut', () => {
    const requestBody = `${'x'.repeat(16_370)}${TOKEN}${'y'.repeat(100)}`;
    const record = callRecord(CALL, SERVICE, { outcome: 'silent', failure: null, trace: { ...TRACE, requestBody } }, 0);
    expect(record.requestBody).toHaveLength(16_385);
    expect(record.requestBody).not.toContain(TOKEN.slice(0, 4));
  });

  it('can be stored, whatever was answered', () => {
    const trace = { ...TRACE, answerBody: 'a\u0000b' };
    expect(callRecord(CALL, SERVICE, { outcome: 'failed', failure: 'x', trace }, 0).answerBody).toBe('a\ufffdb');
  });

  it('says that nobody was called', () => {
    expect(callRecord(CALL, SERVICE, { outcome: 'failed', failure: 'paused' }, 5_000)).toMatchObject({
      startedAt: new Date(5_000),
      durationMs: 0,
      status: null,
      failure: 'paused',
      requestBody: null,
      answerBody: null,
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
