import { FailingPolls } from './failing-polls';

describe('FailingPolls', () => {
  it('answers the first failure at once and each further one later', () => {
    const polls = new FailingPolls(() => 0);
    expect([1, 2, 3, 4].map(() => polls.note(1, 'q', true))).toEqual([0, 250, 500, 1_000]);
    for (let count = 0; count < 20; count++) polls.note(1, 'q', true);
    expect(polls.note(1, 'q', true)).toBe(10_000);
    expect(polls.note(2, 'q', true)).toBe(0);
  });

  it('knows dead queues per user until it forgets them', () => {
    let now = 0;
    const polls = new FailingPolls(() => now);
    polls.note(1, 'q', true);
    polls.note(1, 'other', false);
    expect([polls.isDead(1, 'q'), polls.isDead(2, 'q'), polls.isDead(1, 'other')]).toEqual([true, false, false]);
    now = 600_000;
    expect(polls.isDead(1, 'q')).toBe(false);
    expect(polls.note(1, 'q', true)).toBe(0);
  });

  it('forgets failures after a success', () => {
    const polls = new FailingPolls(() => 0);
    polls.note(1, 'q', false);
    polls.clear(1, 'q');
    expect(polls.note(1, 'q', false)).toBe(0);
  });

  it('lets a user who fails with ever new queues wait as well, for a minute', () => {
    let now = 0;
    const polls = new FailingPolls(() => now);
    const delays = Array.from({ length: 30 }, (_, index) => polls.note(1, `made-up ${index}`, true));
    expect(delays.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(delays.slice(20)).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 10_000]);
    expect(polls.note(2, 'another', true)).toBe(0);
    now = 60_000;
    expect(polls.note(1, 'later', true)).toBe(0);
  });
});
