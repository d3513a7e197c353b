import { isTooLong } from './too-long';

const em = 16;

describe('a long message', () => {
  it('is cut above two thirds of the window, an unread one above nearly all of it', () => {
    const of = (height: number, isUnread: boolean) => isTooLong({ height, windowHeight: 1000, em }, isUnread);
    expect([of(650, false), of(651, false), of(808, true), of(809, true)]).toEqual([false, true, false, true]);
  });

  it('is whole in small windows unless it has many lines', () => {
    const of = (height: number, isUnread: boolean) => isTooLong({ height, windowHeight: 400, em }, isUnread);
    expect([of(560, false), of(561, false), of(560, true), of(561, true)]).toEqual([false, true, false, true]);
  });
});
