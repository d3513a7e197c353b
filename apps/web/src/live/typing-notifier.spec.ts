import { TestClock } from '../test-support/clock';
import { TypingNotifier } from './typing-notifier';

describe('telling that one writes', () => {
  let clock: TestClock;
  let sent: string[];
  let notifier: TypingNotifier<string>;

  beforeEach(() => {
    clock = new TestClock();
    sent = [];
    notifier = new TypingNotifier({
      clock,
      send: (op, recipient) => void sent.push(`${op} ${recipient}`),
      isSame: (a, b) => a === b,
      periods: () => ({ startedMs: 30_000, stoppedMs: 12_000 }),
    });
  });

  it('begins with the first change, is repeated, and ends when nothing changes', async () => {
    for (let second = 0; second < 35; second += 5) {
      notifier.changed('ada');
      await clock.advance(5000);
    }
    expect(sent).toEqual(['start ada', 'start ada']);
    await clock.advance(6999);
    expect(sent).toHaveLength(2);
    await clock.advance(1);
    expect(sent).toEqual(['start ada', 'start ada', 'stop ada']);
  });

  it('ends for whom one no longer writes to', () => {
    notifier.changed('ada');
    notifier.changed('grace');
    expect(sent).toEqual(['start ada', 'stop ada', 'start grace']);
  });

  it('ends once', async () => {
    notifier.changed('ada');
    notifier.stop();
    notifier.stop();
    await clock.advance(60_000);
    expect(sent).toEqual(['start ada', 'stop ada']);
  });
});
