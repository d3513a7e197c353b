import { RequestEnvelope, decodeRequest, encodeRequest } from './wire';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('the deadline of a request', () => {
  let now: number;
  beforeEach(() => {
    now = 1_800_000_000_000;
    vi.spyOn(Date, 'now').mockImplementation(() => now);
  });
  afterEach(() => vi.restoreAllMocks());

  /** What the callee makes of a request that has `leftMs` to live, when its clock has gone on by `elapsedMs`. */
  function deadlineAfter(elapsedMs: number, leftMs = 10 * SECOND): number {
    const envelope: RequestEnvelope = { context: { requestId: 'r', deadlineAt: now + leftMs }, request: {} };
    const sent = encodeRequest(envelope);
    now += elapsedMs;
    return decodeRequest(sent).context.deadlineAt - now;
  }

  it('is the caller’s, so that what waited too long is not begun', () => {
    expect(deadlineAfter(0)).toBe(10 * SECOND);
    expect(deadlineAfter(3 * SECOND)).toBe(7 * SECOND);
    expect(deadlineAfter(12 * SECOND)).toBe(-2 * SECOND);
  });

  it.each([5 * MINUTE, -5 * MINUTE, -SECOND])('is as far away where the clocks are %d ms apart', (apartMs) => {
    expect(deadlineAfter(apartMs)).toBe(10 * SECOND);
    expect(deadlineAfter(apartMs, 280 * SECOND)).toBe(280 * SECOND);
  });

  it('is taken as it is from a caller of an earlier release', () => {
    const context = { requestId: 'r', deadlineAt: now + 5 };
    expect(decodeRequest(Buffer.from(JSON.stringify({ context, request: {} }))).context).toEqual(context);
  });
});
