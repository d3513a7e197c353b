import { selection } from '../../client/selection';
import type { Outgoing } from '../../outbox/outbox';
import type { Message } from '../../store/message';
import { placeOf } from './list-place';
import type { Row } from './message-rows';

describe('where people are in a list', () => {
  afterEach(() => selection.set(undefined));

  const row = (id: number, local?: Outgoing): Row => ({
    ...{ kind: 'message', key: String(id), showsSender: true, local },
    message: { id } as unknown as Message,
  });
  const onItsWay = row(2 ** 52 + 1, { key: 'a' } as unknown as Outgoing);
  const day: Row = { kind: 'day', key: 'd', time: 0 };
  /** Rows of ten pixels, of which the screen shows three. */
  const placeFrom = (rows: readonly Row[], scrollOffset: number) => {
    const list = {
      ...{ scrollOffset, viewportSize: 30, scrollSize: rows.length * 10 },
      findItemIndex: (pixels: number) => Math.floor(pixels / 10),
      getItemOffset: (index: number) => index * 10,
    };
    return placeOf(list, rows);
  };
  const rows = [day, row(1), row(2), row(3), ...Array.from({ length: 8 }, () => onItsWay)];

  it('is the first message on the screen, or the one that is selected', () => {
    expect(placeFrom(rows, 5)).toEqual({ id: 1, offset: 5 });
    selection.set({ messageId: 2, takesFocus: false });
    expect(placeFrom(rows, 5)).toEqual({ id: 2, offset: 15 });
  });

  it('is never a message on its way, whose id is gone when it is there', () => {
    expect(placeFrom(rows, 30)).toEqual({ id: 3, offset: 0 });
    expect(placeFrom(rows, 40)).toBe('end');
  });
});
