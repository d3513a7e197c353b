import { onboardingPlan } from './onboarding-plan';

const HOUR_MS = 3_600_000;
/** 2026-11-23 is a Monday. */
const joinedOn = (day: number, hour = 10) => Date.UTC(2026, 10, 22 + day, hour);
const facts = (over: Partial<Parameters<typeof onboardingPlan>[0]> = {}) => ({
  ...{ joinedAtMs: joinedOn(1), timezone: '', orgType: 10, hasOtherAccount: false, isFounder: false },
  ...over,
});
/** Days of the month, with the hour. */
const days = (over: Parameters<typeof facts>[0]) =>
  onboardingPlan(facts(over)).map(({ atMs }) => new Date(atMs).toISOString().slice(8, 13));

describe('mails of the first days', () => {
  it.each([
    ['Monday', 1, ['25T09', '27T09']],
    ['Tuesday', 2, ['26T09', '30T09']],
    ['Wednesday', 3, ['27T09', '01T09']],
    ['Thursday', 4, ['30T09', '02T09']],
    ['Friday', 5, ['30T09', '02T09']],
    ['Saturday', 6, ['30T09', '02T09']],
    ['Sunday', 7, ['01T09', '03T09']],
  ])('avoid weekends, and leave a weekday between, from a %s on', (_name, day, expected) => {
    expect(days({ joinedAtMs: joinedOn(day) })).toEqual(expected);
  });

  it('look at the weekend where the user is', () => {
    // Where it is Monday in UTC, it is still Sunday evening there.
    const [first] = onboardingPlan(facts({ joinedAtMs: joinedOn(6, 3), timezone: 'America/Los_Angeles' }));
    expect(new Date(first!.atMs).toISOString()).toBe('2026-12-01T02:00:00.000Z');
    const [other] = onboardingPlan(facts({ joinedAtMs: joinedOn(6, 3), timezone: 'No/Where' }));
    expect(other!.atMs - joinedOn(6, 3)).toBe(47 * HOUR_MS);
  });

  it('say nothing of topics to who has another account, and are no guide in a circle of friends', () => {
    expect(onboardingPlan(facts({ hasOtherAccount: true })).map(({ kind }) => kind)).toEqual(['onboarding_guide']);
    expect(onboardingPlan(facts({ orgType: 100 })).map(({ kind }) => kind)).toEqual(['onboarding_topics']);
    expect(onboardingPlan(facts({ orgType: 0, hasOtherAccount: true }))).toEqual([]);
  });

  it('tell who made the organization how to bring others there, last', () => {
    expect(onboardingPlan(facts({ isFounder: true })).map(({ kind }) => kind)).toEqual([
      'onboarding_topics',
      'onboarding_guide',
      'onboarding_team',
    ]);
    expect(days({ isFounder: true })).toEqual(['25T09', '27T09', '01T09']);
    expect(days({ isFounder: true, orgType: 0, hasOtherAccount: true })).toEqual(['30T09']);
  });
});
