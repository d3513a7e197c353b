import { gunzipSync } from 'node:zlib';
import type { PresenceTimes } from '@stoa/contracts/presence';
import fc from 'fast-check';
import { type Piece, bytesOf, gzipBody } from '../../fragments/fragmented-body';
import { SharedBytes } from '../../fragments/shared-bytes';
import { PresenceCopies } from './presence-copies';
import { PresenceText } from './presence-text';

const joined = (pieces: readonly Piece[]): Buffer => Buffer.concat(pieces.map(bytesOf));
const parse = (pieces: readonly Piece[]): Record<string, unknown> => JSON.parse(`{${joined(pieces).toString()}}`);
const times = (userId: number, updateId: number): PresenceTimes => [
  userId,
  1_700_000_000 + updateId,
  updateId,
  updateId,
];
const member = ([, active, idle]: PresenceTimes) => ({ active_timestamp: active, idle_timestamp: idle });

describe('the text of presences', () => {
  it('has the newest of each account after any id, and what was handed out never changes', () => {
    const step = fc.record({ user: fc.nat(700), asks: fc.nat(20).map((n) => n === 0), back: fc.nat(3_000) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 100, maxLength: 2_000 }), (steps) => {
        const text = new PresenceText(1);
        const naive = new Map<number, PresenceTimes>();
        const handedOut: { pieces: Piece[]; copy: Buffer }[] = [];
        steps.forEach(({ user, asks, back }, index) => {
          const change = times(user, index + 1);
          text.apply([change], change[3]);
          naive.delete(user);
          naive.set(user, change);
          if (!asks) return;
          const after = Math.max(0, index - back);
          const pieces = text.since(after);
          const expected = [...naive.values()].filter(([, , , id]) => id > after);
          expect(parse(pieces)).toEqual(Object.fromEntries(expected.map((one) => [one[0], member(one)])));
          handedOut.push({ pieces, copy: joined(pieces) });
        });
        for (const { pieces, copy } of handedOut) expect(joined(pieces).equals(copy)).toBe(true);
        expect(text.size).toBe(naive.size);
      }),
      { numRuns: 10 },
    );
  });

  it('does not grow with the number of reports', () => {
    const text = new PresenceText(1);
    const users = 3_000;
    for (let id = 1; id <= 20 * users; id++) text.apply([times(id % 7 === 0 ? id % users : id % 50, id)], id);
    const live = Object.keys(parse(text.since(0))).length;
    expect(live).toBe(text.size);
    expect(joined(text.since(0)).length).toBeLessThan(text.size * 500);
  });

  it('is compressed once, but for where it changes', async () => {
    const text = new PresenceText(1);
    const users = 3_000;
    for (let id = 1; id <= users; id++) text.apply([times(id, id)], id);
    const shared = () => text.since(0).filter((piece) => piece instanceof SharedBytes);
    const before = shared();
    expect(before.length).toBeGreaterThan(2);
    text.apply([times(users - 1, users + 1)], users + 1);
    expect(shared().every((piece, index) => piece === before[index])).toBe(true);
    // Somebody of the second block: that one, and no other, is another text.
    const second = before[0]?.bytes.toString() ?? '';
    const changed = Number(/"(\d+)":/.exec(second)?.[1]);
    text.apply([times(changed, users + 2)], users + 2);
    const after = shared();
    expect(after.map((piece, index) => piece === before[index])).toEqual(before.map((_, index) => index > 0));
    expect(gunzipSync(Buffer.concat(await gzipBody(text.since(0)))).equals(joined(text.since(0)))).toBe(true);
  });

  it('knows of changes that nobody may be told of', () => {
    const text = new PresenceText(1);
    text.apply([], 9);
    expect(text.updateId).toBe(9);
    expect(text.since(0)).toEqual([]);
  });
});

describe('copies of presences', () => {
  const update = (usersVersion: number, ids: readonly number[], isWhole: boolean) => ({
    usersVersion,
    updateId: Math.max(...ids),
    isWhole,
    changes: ids.map((id) => times(id, id)),
  });
  const users = (text: PresenceText) => Object.keys(parse(text.since(0))).map(Number);

  it('begin with everything and go on with what they lack, in whatever order answers come', () => {
    const copies = new PresenceCopies();
    expect(copies.get(1)).toBeNull();
    const first = copies.update(1, null, update(3, [1, 2], true));
    const again = copies.update(1, null, update(3, [1, 2, 3], true));
    expect(again).toBe(first);
    copies.update(1, first, update(3, [4, 5], false));
    copies.update(1, first, update(3, [4], false));
    expect(users(first)).toEqual([1, 2, 3, 4, 5]);
    expect(copies.get(1)?.updateId).toBe(5);
    expect(copies.get(2)).toBeNull();
  });

  it('are replaced when the users change, and an answer to the old one does not bring it back', () => {
    const copies = new PresenceCopies();
    const old = copies.update(1, null, update(3, [1, 2, 3], true));
    const whole = copies.update(1, old, update(4, [1, 3], true));
    expect(users(whole)).toEqual([1, 3]);
    expect(users(copies.update(1, old, update(3, [4], false)))).toEqual([1, 2, 3, 4]);
    // As the service answered it, though another answer with newer users was here first.
    expect(users(copies.update(1, old, update(3, [1, 2, 3, 4], true)))).toEqual([1, 2, 3, 4]);
    expect(copies.get(1)).toBe(whole);
    expect(users(whole)).toEqual([1, 3]);
  });

  it('of organizations asked of longest ago go first', () => {
    const copies = new PresenceCopies();
    const many = Array.from({ length: 200_000 }, (_, id) => id + 1);
    const whole = { ...update(1, [1], true), updateId: many.length, changes: many.map((id) => times(id, id)) };
    const first = copies.update(1, null, whole);
    copies.update(2, null, whole);
    copies.update(1, first, { usersVersion: 1, updateId: many.length, isWhole: false, changes: [] });
    copies.update(3, null, whole);
    expect([1, 2, 3].map((id) => copies.get(id) !== null)).toEqual([true, false, true]);
  });
});
