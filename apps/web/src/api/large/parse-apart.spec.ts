import { ApartParser, type ParseWorker } from './parse-apart';
import type { Parsed } from './parse.worker';
import { piecesOf } from './pieces';

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

describe('parsing beside the page', () => {
  afterEach(() => void vi.useRealTimers());

  /** A worker that does something with what it gets. */
  function workerThat(act: (tell: (message: Parsed) => void, fail: () => void, text: string) => void) {
    let tell: (message: Parsed) => void = () => undefined;
    let fail: () => void = () => undefined;
    const terminate = vi.fn();
    const worker: ParseWorker = {
      addEventListener: (
        type: 'message' | 'error',
        listener: (event: { data: Parsed; preventDefault(): void }) => void,
      ) => {
        if (type === 'message') tell = (data) => listener({ data, preventDefault: () => undefined });
        else fail = () => listener({ data: { kind: 'done' }, preventDefault: () => undefined });
      },
      postMessage: (bytes) => act(tell, fail, new TextDecoder().decode(bytes)),
      terminate,
    };
    return { parser: new ApartParser(() => worker), terminate, fail: () => fail() };
  }

  it('puts together what the worker read, and ends it', async () => {
    const value = { users: Array.from({ length: 1200 }, (_none, id) => ({ id })), name: 'Acme' };
    const { parser, terminate } = workerThat((tell, _fail, text) => {
      const { frame, pieces } = piecesOf(JSON.parse(text));
      tell({ kind: 'frame', frame });
      for (const piece of pieces) tell({ kind: 'piece', piece });
      tell({ kind: 'done' });
    });
    expect(await parser.parse(bytesOf(JSON.stringify(value)))).toEqual(value);
    expect(terminate).toHaveBeenCalledOnce();
  });

  it('says what is no JSON', async () => {
    const { parser, terminate } = workerThat((tell) => tell({ kind: 'no-json' }));
    await expect(parser.parse(bytesOf('<html>'))).rejects.toThrow(SyntaxError);
    expect(terminate).toHaveBeenCalledOnce();
  });

  it.each([
    ['does not start', workerThat((_tell, fail) => fail())],
    ['says what belongs nowhere', workerThat((tell) => tell({ kind: 'piece', piece: { path: ['x'], json: '[1]' } }))],
  ])('is done by the page where the worker %s', async (_what, { parser, terminate }) => {
    expect(await parser.parse(bytesOf('{"a":1}'))).toEqual({ a: 1 });
    expect(terminate).toHaveBeenCalledOnce();
  });

  it('takes as long as the worker goes on', async () => {
    vi.useFakeTimers();
    const { parser } = workerThat((tell) => {
      setTimeout(() => tell({ kind: 'frame', frame: '{"by":"the worker","ids":[]}' }), 9_000);
      setTimeout(() => tell({ kind: 'piece', piece: { path: ['ids'], json: '[1]' } }), 18_000);
      setTimeout(() => tell({ kind: 'done' }), 27_000);
    });
    const parsed = parser.parse(bytesOf('{"ids":[1]}'));
    await vi.advanceTimersByTimeAsync(27_000);
    expect(await parsed).toEqual({ by: 'the worker', ids: [1] });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is done by the page at once where the worker failed before there was anything to parse', async () => {
    vi.useFakeTimers();
    const { parser, fail } = workerThat(() => undefined);
    fail();
    expect(await parser.parse(bytesOf('{"a":1}'))).toEqual({ a: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is done by the page where the worker says nothing', async () => {
    vi.useFakeTimers();
    const { parser } = workerThat(() => undefined);
    const parsed = parser.parse(bytesOf('{"a":1}'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await parsed).toEqual({ a: 1 });
  });
});
