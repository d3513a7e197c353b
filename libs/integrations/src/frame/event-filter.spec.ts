import { EventFilter, fitsPattern } from './event-filter';

describe('fitsPattern', () => {
  it.each([
    ['push', 'push', true],
    ['push', 'pu*', true],
    ['push', '*', true],
    ['push', 'p?sh', true],
    ['push', 'p[ua]sh', true],
    ['push', 'p[!u]sh', false],
    ['push', 'pus', false],
    ['issue_comment', 'issue*comment', true],
    ['issue_comment', '*issue', false],
    ['', '', true],
    ['a', '', false],
    ['a[b', 'a[b', true],
  ])('%s %s', (name, pattern, expected) => {
    expect(fitsPattern(name, pattern)).toBe(expected);
  });

  it('takes no time for patterns that are made to', () => {
    const begun = performance.now();
    expect(fitsPattern('a'.repeat(2_000), `${'a*'.repeat(200)}b`)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe('EventFilter', () => {
  it.each([
    [{}, { event: 'push' }, undefined],
    [{ only_events: '["pu*"]' }, { event: 'push' }, undefined],
    [{ only_events: '["issues"]' }, { event: 'push' }, 'only_events'],
    [{ exclude_events: '["push"]' }, { event: 'push' }, 'exclude_events'],
    [{ only_events: '["push"]', exclude_events: '["p*"]' }, { event: 'push' }, 'exclude_events'],
    [{ only_events: '["push"]' }, {}, undefined],
    [{ branches: 'main, release/*' }, { branch: 'release/1' }, undefined],
    [{ branches: 'main' }, { branch: 'feature' }, 'branches'],
    [{ branches: 'main' }, {}, undefined],
  ])('%j of %j', (query, notice, expected) => {
    expect(new EventFilter(query).refusalOf(notice)).toBe(expected);
  });

  it.each([
    [{ only_events: 'push' }, 'only_events is not valid JSON'],
    [{ only_events: '"push"' }, 'only_events is not a list'],
    [{ exclude_events: '[1]' }, 'exclude_events[0] is not a string'],
  ])('refuses %j', (query, text) => {
    expect(() => new EventFilter(query)).toThrow(text);
  });
});
