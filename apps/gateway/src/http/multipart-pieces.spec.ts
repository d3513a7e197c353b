import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { MultipartPieces } from './multipart-pieces';

const TYPE = 'multipart/form-data; boundary=b';
const PARTS = 3;

/** Writes the pieces one after the other. @returns what came out, or why nothing more did */
async function pass(pieces: readonly Buffer[]): Promise<string> {
  const stream = new MultipartPieces(TYPE, { parts: PARTS, nextTurn: () => nextTurn() });
  const received: Buffer[] = [];
  stream.on('data', (piece: Buffer) => received.push(piece));
  const over = once(stream, 'end');
  over.catch(() => undefined);
  try {
    for (const piece of pieces) stream.write(piece);
    stream.end();
    await over;
    return Buffer.concat(received).toString('latin1');
  } catch (error) {
    return String(error);
  }
}

describe('the pieces of a multipart body', () => {
  it('pass as they are, however they are cut, unless they have more delimiters than parts may have', async () => {
    const token = fc.constantFrom('\r\n--b', '\r\n--', '\r\n', '--b', '\r', '-', 'b', 'text');
    const bodies = fc.tuple(fc.array(token, { maxLength: 40 }), fc.array(fc.nat(80), { maxLength: 20 }));
    await fc.assert(
      fc.asyncProperty(bodies, async ([tokens, cuts]) => {
        const body = Buffer.from(tokens.join(''));
        const ends = [...cuts.filter((cut) => cut < body.length), 0, body.length].sort((a, b) => a - b);
        const pieces = ends.slice(1).map((end, index) => body.subarray(ends[index], end));
        const delimiters = `\r\n${body.toString()}`.split('\r\n--b').length - 1;
        const passed = await pass(pieces);
        if (delimiters > PARTS + 1) expect(passed).toContain('more than 3 parts');
        else expect(passed).toBe(body.toString());
      }),
      { numRuns: 300 },
    );
  });

  it('take a turn of the event loop each', async () => {
    let turns = 0;
    const stream = new MultipartPieces(TYPE, {
      parts: PARTS,
      nextTurn: () => {
        turns++;
        return nextTurn();
      },
    });
    stream.resume();
    for (const piece of ['--b', '\r\n', 'text']) stream.write(piece);
    stream.end();
    await once(stream, 'end');
    expect(turns).toBe(3);
  });

  const opened = (contentType: string): unknown => new MultipartPieces(contentType, { parts: PARTS, nextTurn });

  it.each([
    'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW',
    'multipart/form-data; boundary=----geckoformboundary3bf2c1',
    'multipart/form-data; boundary=---------------------------9051914041544843365972754266',
    'multipart/form-data; boundary=boundary-1',
    'multipart/form-data; charset=utf-8; boundary="a b"',
  ])('are told apart as browsers and programs ask: %s', (contentType) => {
    expect(() => opened(contentType)).not.toThrow();
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=a; boundary=b',
    'multipart/form-data; boundary=a; Boundary=b',
    'multipart/form-data; boundary=a, multipart/form-data; boundary=b',
    'multipart/form-data; boundary="a; boundary=b"',
    "multipart/form-data; boundary=a; boundary*=utf-8''b",
  ])('are refused where readers may differ: %s', (contentType) => {
    expect(() => opened(contentType)).toThrow('has no boundary');
  });
});
