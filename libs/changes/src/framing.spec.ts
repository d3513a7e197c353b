import { traceOf, withTrace } from '@stoa/contracts/changes';
import { LARGEST_PUBLISHED_CHANGE_BYTES, StreamedChange, decodeMessage, encodeMove } from './framing';

const beat = { partition: 2, epoch: 3, epochFirstSeq: 40, head: 52, xmin: 901 };
const row = (seq: number, body: string) => ({
  seq,
  xid: 900 + seq,
  routing: `{"realm":7,"events":[{"type":"message","to":{"ids":[${seq}]}}]}`,
  body,
  createdAtMs: 0,
});

describe('the framing of changes', () => {
  it('gives back what was put in, with texts of any script', () => {
    const bodies = ['{"events":[{"event":{"type":"x","a":"é ☃ 🎉"}}]}', '{"events":[]}'];
    const [message, ...others] = encodeMove(beat, [row(51, bodies[0] ?? ''), row(52, bodies[1] ?? '')]);
    expect(others).toEqual([]);
    const received = decodeMessage(message ?? Buffer.alloc(0));
    expect(received.beat).toEqual(beat);
    expect(received.changes.map((change) => [change.seq, change.xid, change.body])).toEqual([
      [51, 951, bodies[0]],
      [52, 952, bodies[1]],
    ]);
    expect(received.changes[1]?.routing).toEqual({ realm: 7, events: [{ type: 'message', to: { ids: [52] } }] });
  });

  it('carries a beat alone', () => {
    const [message] = encodeMove(beat, []);
    expect(decodeMessage(message ?? Buffer.alloc(0))).toEqual({ beat, changes: [] });
  });

  it('leaves out the body of a large change, not its routing', () => {
    const [message] = encodeMove(beat, [row(52, 'x'.repeat(LARGEST_PUBLISHED_CHANGE_BYTES))]);
    const [change] = decodeMessage(message ?? Buffer.alloc(0)).changes;
    expect(change?.hasBody).toBe(false);
    expect(change?.body).toBeUndefined();
    expect(change?.routing.realm).toBe(7);
  });

  it('splits a large move into messages that a NATS server accepts, each promising only what came so far', () => {
    const rows = Array.from({ length: 8 }, (_, index) => row(45 + index, 'y'.repeat(200_000)));
    const messages = encodeMove(beat, rows);
    expect(messages.length).toBeGreaterThan(2);
    let seq = 44;
    messages.forEach((message, index) => {
      expect(message.length).toBeLessThan(1024 * 1024);
      const received = decodeMessage(message);
      for (const change of received.changes) expect(change.seq).toBe((seq += 1));
      expect(received.beat.head).toBe(seq);
      expect(received.beat.xmin).toBe(index === messages.length - 1 ? 901 : 0);
    });
    expect(seq).toBe(52);
  });

  it('carries the spans of sampled traces, and when the oldest change was written', () => {
    const written = withTrace(row(51, '{}').routing, `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`);
    const relayed = `00-${'a'.repeat(32)}-${'c'.repeat(16)}-01`;
    const rows = [{ ...row(51, '{}'), routing: written, createdAtMs: 5_000 }, row(52, '{}')];
    const [fromLog] = rows.map((each) => StreamedChange.fromLog(beat, each));
    expect([fromLog?.trace, fromLog?.writtenAtMs]).toEqual([traceOf(written), 5_000]);
    const [untouched] = encodeMove(beat, rows);
    const [first, second] = decodeMessage(untouched ?? Buffer.alloc(0)).changes;
    expect([first?.trace, second?.trace, first?.writtenAtMs]).toEqual([traceOf(written), undefined, 5_000]);
    expect(first?.routing).toMatchObject({ realm: 7, trace: traceOf(written) });
    const [message] = encodeMove(beat, rows, { traceOf: (seq) => (seq === 51 ? relayed : undefined) });
    expect(decodeMessage(message ?? Buffer.alloc(0)).changes.map(({ trace }) => trace)).toEqual([relayed, undefined]);
  });
});
