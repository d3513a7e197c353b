import type { Row } from './message-rows';
import { withNotes } from './subscription-notes';

const row = (id: number): Row => ({ kind: 'message', key: String(id), message: { id } as never, showsSender: true });
const kinds = (rows: readonly Row[]): string[] =>
  rows.map((one) => (one.kind === 'note' ? (one.isSubscribed ? 'joined' : 'left') : one.key));

describe('lines about the subscription', () => {
  const rows = [row(1), row(4), row(6)];

  it('stand after the newest message of then, in their order', () => {
    const notes = [
      { afterId: 4, isSubscribed: false },
      { afterId: 4, isSubscribed: true },
      { afterId: 6, isSubscribed: false },
    ];
    expect(kinds(withNotes(rows, notes))).toEqual(['1', '4', 'left', 'joined', '6', 'left']);
  });

  it('keep their place when that message has gone, and are dropped before everything that is held', () => {
    expect(kinds(withNotes(rows, [{ afterId: 5, isSubscribed: true }]))).toEqual(['1', '4', 'joined', '6']);
    expect(kinds(withNotes(rows, [{ afterId: 0, isSubscribed: true }]))).toEqual(['1', '4', '6']);
  });
});
