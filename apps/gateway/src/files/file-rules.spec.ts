import { Readable } from 'node:stream';
import { contentTypeOf, fileHeaders, imageTypeOf, isThumbnailed } from './content-types';
import { displayFileName, safeFileName } from './file-name';
import { TooManyBytesError, limited } from './limited-stream';

describe('the last part of an address', () => {
  it.each([
    ['plan.txt', 'plan.txt'],
    ['My  Plan - final.txt', 'My-Plan-final.txt'],
    ['../../etc/passwd', '....etcpasswd'],
    ['Überblick<1>.png', 'Überblick1.png'],
    ['ﬁle.txt', 'file.txt'],
    ['..', 'uploaded-file'],
    ['', 'uploaded-file'],
    ['/\\?#%', 'uploaded-file'],
  ])('of %j is %j', (name, safe) => expect(safeFileName(name)).toBe(safe));

  it('is cut in front of its extension', () => {
    const name = safeFileName(`${'ü'.repeat(300)}.txt`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
    expect(name).toMatch(/ü\.txt$/);
  });
});

it('shown names lose folders and control characters', () => {
  expect(displayFileName('C:\\docs\\a\u0007b.txt')).toBe('ab.txt');
  expect(displayFileName('')).toBe('uploaded-file');
});

describe('content types', () => {
  it.each([
    ['image/PNG; charset=x', 'a', 'image/png'],
    ['application/octet-stream', 'a.pdf', 'application/pdf'],
    ['no type', 'a.unknown', null],
    [undefined, 'a.TXT', 'text/plain'],
    ['text/plain', 'a.png', 'image/png'],
    ['text/plain; charset=utf-8', 'a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['text/plain', 'server.log', 'text/plain'],
    ['text/plain', 'notes', 'text/plain'],
  ])('of %j and %j: %j', (declared, name, type) => expect(contentTypeOf(declared, name)).toBe(type));

  it.each([
    ['text/plain', 'a.png', 'image/png'],
    ['text/plain', 'picture', null],
    [undefined, 'picture', null],
    [undefined, 'a.txt', 'text/plain'],
    ['application/pdf', 'a.png', 'application/pdf'],
  ])('of an image from %j and %j: %j', (declared, name, type) => expect(imageTypeOf(declared, name)).toBe(type));

  it.each([
    ['image/png', 'inline'],
    ['application/pdf', 'inline'],
    ['text/html', 'attachment'],
    ['image/svg+xml', 'attachment'],
    [null, 'attachment'],
  ])('%j is sent %s', (type, kind) => {
    expect(fileHeaders(type, 'a', false)['content-disposition']).toMatch(new RegExp(`^${kind};`));
    expect(fileHeaders(type, 'a', true)['content-disposition']).toMatch(/^attachment;/);
  });

  it('names are quoted for old and new clients', () => {
    const { 'content-disposition': header } = fileHeaders('text/plain', 'ä"b\n.txt', false);
    expect(header).toBe(`inline; filename="__b_.txt"; filename*=UTF-8''%C3%A4%22b%0A.txt`);
  });

  it('thumbnails are made of pictures only', () => {
    expect([isThumbnailed('image/webp'), isThumbnailed('image/svg+xml'), isThumbnailed(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('a limited stream', () => {
  const read = async (stream: Readable): Promise<string> => {
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return text;
  };

  it('passes what it may', async () =>
    expect(await read(limited(Readable.from([Buffer.from('12345')]), 5))).toBe('12345'));
  it('fails beyond', () =>
    expect(read(limited(Readable.from([Buffer.from('123456')]), 5))).rejects.toThrow(TooManyBytesError));
  it('waits with its failure for whoever reads it', async () => {
    const stream = limited(Readable.from([Buffer.from('123456')]), 5);
    await new Promise((resolve) => stream.once('close', resolve));
    await expect(read(stream)).rejects.toThrow(TooManyBytesError);
  });
  it('fails with its source', () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('1');
        throw new Error('gone');
      })(),
    );
    return expect(read(limited(broken, 5))).rejects.toThrow('gone');
  });
});
