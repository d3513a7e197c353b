import { LARGEST_PUBLISHED_CHANGE_BYTES, decodeMessage, encodeMove } from './framing';

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
});
