import type { Message } from '../../store/message';
import { type Row, rowToKeep } from './message-rows';

const row = (id: number, ...flags: string[]): Row => {
  const message = { id, flags: new Set(flags) } as unknown as Message;
  return { kind: 'message', key: String(id), message, showsSender: true };
};
const day: Row = { kind: 'day', key: 'd', time: 0 };

describe('the row that new messages do not push off the screen', () => {
  const rows = [day, row(1, 'read'), row(2), row(3), row(4, 'read')];

  it('is the first unread one, if the screen shows it', () => {
    expect(rowToKeep(rows, { from: 0, focusedId: undefined })).toBe(2);
    expect(rowToKeep(rows, { from: 2, focusedId: undefined })).toBe(2);
  });

  it('is none when reading went past it, or everything is read', () => {
    expect(rowToKeep(rows, { from: 3, focusedId: undefined })).toBeUndefined();
    expect(rowToKeep([row(1, 'read')], { from: 0, focusedId: undefined })).toBeUndefined();
  });

  it('is the one that has the focus, if that is above', () => {
    expect(rowToKeep(rows, { from: 0, focusedId: 1 })).toBe(1);
    expect(rowToKeep(rows, { from: 3, focusedId: 4 })).toBe(4);
    expect(rowToKeep(rows, { from: 3, focusedId: 1 })).toBeUndefined();
  });
});
