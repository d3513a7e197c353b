import { SOONEST_SECONDS } from '../../parts/later-moments';
import { timeToRepeat } from './last-time';

describe('the time that was chosen last', () => {
  const now = 1_700_000_000;

  it('is offered again while a message can still be sent then', () => {
    expect(timeToRepeat(now, now + SOONEST_SECONDS)).toBe(now + SOONEST_SECONDS);
    expect(timeToRepeat(now, now + SOONEST_SECONDS - 1)).toBeUndefined();
  });

  it('is none before one was chosen', () => {
    expect(timeToRepeat(now)).toBeUndefined();
  });
});
