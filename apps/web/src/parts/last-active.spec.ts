import { lastActiveWords } from './last-active';

describe('when somebody was there last', () => {
  it.each([
    [{ kind: 'active' }, 'Active now'],
    [{ kind: 'idle' }, 'Idle'],
    [{ kind: 'minutes', count: 5 }, 'Active 5 minutes ago'],
    [{ kind: 'hour' }, 'Active an hour ago'],
    [{ kind: 'hours', count: 3 }, 'Active 3 hours ago'],
    [{ kind: 'yesterday' }, 'Active yesterday'],
    [{ kind: 'days', count: 12 }, 'Active 12 days ago'],
    [{ kind: 'never' }, 'Not active in the last year'],
  ] as const)('%j is "%s"', (last, words) => {
    expect(lastActiveWords(last)).toBe(words);
  });

  it('is a date after three months', () => {
    expect(lastActiveWords({ kind: 'date', at: Date.UTC(2026, 0, 15, 12) / 1000 })).toContain('January 15, 2026');
  });
});
