import { RequestFailed } from '../api/failures';
import { readStream } from './read-stream';

const { signal } = new AbortController();

function bytesOf(pieces: readonly (string | Uint8Array | Error)[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const rest = [...pieces];
  return new ReadableStream({
    pull: (controller) => {
      const piece = rest.shift();
      if (piece instanceof Error) controller.error(piece);
      else if (piece === undefined) controller.close();
      else controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : new Uint8Array(piece));
    },
  });
}

async function taken(...pieces: (string | Uint8Array | Error)[]): Promise<unknown[][]> {
  const all: unknown[][] = [];
  await readStream(bytesOf(pieces), (events) => Promise.resolve(void all.push([...events])), signal);
  return all;
}

describe('a stream of events', () => {
  it('gives events as they arrive, in whatever pieces, and signs of life', async () => {
    const event = (id: number): string => `id: ${id}\ndata: {"id":${id},"type":"x"}\n\n`;
    const heartbeat = 'event: heartbeat\ndata: {"type":"heartbeat"}\n\n';
    expect(
      await taken('retry: 200\n\n', event(0) + event(1), heartbeat, event(2).slice(0, 9), event(2).slice(9)),
    ).toEqual([
      [],
      [
        { id: 0, type: 'x' },
        { id: 1, type: 'x' },
      ],
      [],
      [],
      [{ id: 2, type: 'x' }],
    ]);
  });

  it('does not mind where a character is cut', async () => {
    const bytes = new TextEncoder().encode('data: {"id":1,"type":"é☃"}\n\n');
    const all = await taken(...Array.from(bytes, (byte) => new Uint8Array([byte])));
    expect(all.flat()).toEqual([{ id: 1, type: 'é☃' }]);
  });

  it('fails when the connection breaks, and when it brings what is no event', async () => {
    await expect(taken('retry: 200\n\n', new TypeError('network error'))).rejects.toThrow(RequestFailed);
    await expect(taken('data: {"id":1}\n\n')).rejects.toThrow('no event');
    await expect(taken('data: {"id":1\n\n')).rejects.toThrow(SyntaxError);
  });
});
