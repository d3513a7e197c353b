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
});
