import { isTokenNamed, parseTokenId } from './token-id';

describe('isTokenNamed', () => {
  it.each([
    ['c0ffee', '+wKIhyAx/Eg=', -359574906294109112n],
    ['android-tokenaz', 'iGFeKNj3ngQ=', -8619504682278609404n],
  ])("knows the reference's id of %s", (token, id, number) => {
    expect(isTokenNamed(token, id, false)).toBe(true);
    expect(isTokenNamed(`${token}.`, id, false)).toBe(false);
    expect(Buffer.from(id, 'base64').readBigInt64BE()).toBe(number);
  });

  it('takes hexadecimal tokens in either case, others as they are', () => {
    const ofUpper = 'jS5/TZMf7/8=';
    expect(isTokenNamed('c0ffee', ofUpper, true)).toBe(true);
    expect(isTokenNamed('C0FFEE', '+wKIhyAx/Eg=', true)).toBe(true);
    expect(isTokenNamed('c0ffee', ofUpper, false)).toBe(false);
    expect(isTokenNamed('C0FFEE', '+wKIhyAx/Eg=', false)).toBe(false);
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
