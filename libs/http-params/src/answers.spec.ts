import { DomainError, UnavailableError } from '@stoa/errors';
import { errorAnswer, methodNotAllowed, protocolErrors, successBody, successPieces } from './answers';

describe('successBody', () => {
  it.each([
    [undefined, {}, '{"result":"success","msg":""}'],
    [{}, {}, '{"result":"success","msg":""}'],
    [{ id: 1 }, {}, '{"result":"success","msg":"","id":1}'],
    [{ id: 1 }, { msg: 'do "it"' }, '{"result":"success","msg":"do \\"it\\"","id":1}'],
    [{ id: 1 }, { ignored: ['a'] }, '{"result":"success","msg":"","id":1,"ignored_parameters_unsupported":["a"]}'],
    ['{"a":{}}', { ignored: [] }, '{"result":"success","msg":"","a":{}}'],
    ['{}', { ignored: ['a'] }, '{"result":"success","msg":"","ignored_parameters_unsupported":["a"]}'],
    [Buffer.from('{"é":"ü"}'), {}, '{"result":"success","msg":"","é":"ü"}'],
    [Buffer.from('{}'), { ignored: ['b'] }, '{"result":"success","msg":"","ignored_parameters_unsupported":["b"]}'],
  ])('%j %j', (data, options, expected) => {
    expect(successBody(data, options).toString()).toBe(expected);
  });
});

describe('successPieces', () => {
  it('are the same body, with the text itself among them', () => {
    const json = Buffer.from('{"é":"ü"}');
    const options = { msg: 'm', ignored: ['a'] };
    const pieces = successPieces(json, options);
    expect(Buffer.concat(pieces).toString()).toBe(String(successBody(json, options)));
    expect(pieces.some(({ buffer, byteOffset }) => buffer === json.buffer && byteOffset === json.byteOffset + 1)).toBe(
      true,
    );
  });
});

describe('errorAnswer', () => {
  it.each([
    [
      new DomainError('BAD_NARROW', 'Invalid narrow operator: x', { data: { desc: 'x' } }),
      400,
      {},
      '{"result":"error","msg":"Invalid narrow operator: x","code":"BAD_NARROW","desc":"x"}',
    ],
    [
      new DomainError('UNAUTHORIZED', 'Invalid API key', { status: 401 }),
      401,
      { 'www-authenticate': 'Basic realm="zulip"' },
      '{"result":"error","msg":"Invalid API key","code":"UNAUTHORIZED"}',
    ],
    [
      protocolErrors.rateLimited(2.5),
      429,
      { 'retry-after': '2.5' },
      '{"result":"error","msg":"API usage exceeded rate limit","code":"RATE_LIMIT_HIT","retry-after":2.5}',
    ],
    [
      new UnavailableError('rpc.x did not answer'),
      503,
      { 'retry-after': '1' },
      '{"result":"error","msg":"The service is temporarily unavailable; please try again","code":"SERVICE_UNAVAILABLE","retry-after":1}',
    ],
    [new Error('secret'), 500, {}, '{"result":"error","msg":"Internal server error"}'],
  ])('%s', (error, status, headers, body) => {
    expect(errorAnswer(error)).toEqual({ status, headers, body });
  });

  it('lists the methods of a path', () => {
    expect(methodNotAllowed(['GET', 'HEAD'])).toEqual({
      status: 405,
      headers: { allow: 'GET, HEAD' },
      body: '{"result":"error","msg":"Method Not Allowed","allowed_methods":["GET","HEAD"]}',
    });
  });
});
