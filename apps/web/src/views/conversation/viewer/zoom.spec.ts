import { describe, expect, it } from 'vitest';
import { WHOLE, moved, pinched, zoomed } from './zoom';

describe('looking closer', () => {
  it('keeps the point under the pointer where it is', () => {
    const view = zoomed(WHOLE, 2, { x: 100, y: 50 });
    // The point (100, 50) of the whole picture is now at scale * point + shift.
    expect([view.scale * 100 + view.x, view.scale * 50 + view.y]).toEqual([100, 50]);
    const again = zoomed(view, 2, { x: 100, y: 50 });
    expect([again.scale * 100 + again.x, again.scale * 50 + again.y]).toEqual([100, 50]);
  });

  it('ends at the whole picture, in its place, and at eight times', () => {
    expect(zoomed(zoomed(WHOLE, 2, { x: 9, y: 9 }), 0.1)).toEqual(WHOLE);
    expect(zoomed(WHOLE, 100).scale).toBe(8);
  });

  it('goes with two fingers: what lies under them stays there', () => {
    const view = pinched(WHOLE, { other: { x: -50, y: 0 }, before: { x: 50, y: 0 }, after: { x: 150, y: 0 } });
    expect(view).toEqual({ scale: 2, x: 50, y: 0 });
    // The points of the whole picture that lay under the fingers.
    expect([view.scale * -50 + view.x, view.scale * 50 + view.x]).toEqual([-50, 150]);
    const back = { other: { x: -50, y: 0 }, before: { x: 150, y: 0 }, after: { x: 40, y: 0 } };
    expect(pinched(view, back)).toEqual(WHOLE);
    expect(pinched(view, { ...back, before: back.other })).toMatchObject({ scale: 2 });
  });

  it('moves what is larger than its place', () => {
    expect(moved(WHOLE, 5, 5)).toEqual(WHOLE);
    expect(moved({ scale: 2, x: 1, y: 1 }, 5, -5)).toEqual({ scale: 2, x: 6, y: -4 });
  });
});
