import { parseTokenId, tokenIdOf } from './token-id';

describe('tokenIdOf', () => {
  it.each([
    ['c0ffee', '+wKIhyAx/Eg=', -359574906294109112n],
    ['android-tokenaz', 'iGFeKNj3ngQ=', -8619504682278609404n],
  ])("gives the reference's id of %s", (token, id, number) => {
    expect(tokenIdOf(token)).toBe(id);
    expect(Buffer.from(id, 'base64').readBigInt64BE()).toBe(number);
  });
});

describe('parseTokenId', () => {
  it('reads 8 bytes in whichever spelling, as one text', () => {
    expect(parseTokenId('iGFeKNj3ngQ=')).toBe('iGFeKNj3ngQ=');
    // The last two bits before the padding mean nothing.
    expect(parseTokenId('iGFeKNj3ngR=')).toBe('iGFeKNj3ngQ=');
  });

  it.each(['', '%%%', 'iGFeKNj3ngQ', 'iGFeKNj3ng==', 'iGFeKNj3ngQA', 'iGFeKNj3-gQ='])('refuses %j', (text) => {
    expect(parseTokenId(text)).toBeNull();
  });
});
