import { buildOf } from './kept-start';

describe('the build of a page', () => {
  const pageOf = (...srcs: string[]) =>
    ({ querySelectorAll: () => srcs.map((src) => ({ src })) }) as unknown as Document;

  it('differs where any of its scripts does, not just the first', () => {
    const before = buildOf(pageOf('/assets/runtime-1.js', '/assets/first-1.js'));
    expect(buildOf(pageOf('/assets/runtime-1.js', '/assets/first-2.js'))).not.toBe(before);
    expect(buildOf(pageOf('/assets/runtime-1.js', '/assets/first-1.js'))).toBe(before);
  });
});
