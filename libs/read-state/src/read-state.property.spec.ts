import * as fc from 'fast-check';
import { ReadStateModel } from './read-state-model';
import { History, HistoryStep, NaiveReadState, historySteps } from './testing';

const SIZE = { users: 4, channels: 3 };
const RUNS = 2000;
const CHECK_EVERY = 12;

function play(steps: HistoryStep[]): void {
  const history = new History(SIZE);
  const real = new ReadStateModel();
  const naive = new NaiveReadState();
  for (const userId of history.userIds) {
    real.addUser(userId);
    naive.addUser(userId);
  }
  steps.forEach((step, index) => {
    const operation = history.operation(step);
    if (operation) expect(operation(real)).toEqual(operation(naive));
    if (index % CHECK_EVERY === 0) compare(history, real, naive);
  });
  compare(history, real, naive);
}

function compare(history: History, real: ReadStateModel, naive: NaiveReadState): void {
  for (const userId of history.userIds) {
    const flags = ({ id }: { id: number }) =>
      [real, naive].map((model) => `${id}: ${model.flagsFor(userId, id).join()}`);
    for (const message of history.messages) {
      const [actual, expected] = flags(message);
      if (actual !== expected) throw new Error(`user ${userId}: ${actual} but naively ${expected}`);
    }
    const [unread, expectedUnread] = [real.unreadOf(userId).join(), naive.unreadOf(userId).join()];
    if (unread !== expectedUnread) throw new Error(`user ${userId}: unread ${unread} but naively ${expectedUnread}`);
  }
  for (const { id } of history.messages) {
    const [readers, expected] = [real.readersOf(id).join(), naive.readersOf(id).join()];
    if (readers !== expected) throw new Error(`readers of ${id}: ${readers} but naively ${expected}`);
  }
}

describe('read state without a row per recipient (design.md I8)', () => {
  it(`equals the model with one row per recipient in ${RUNS} random histories`, () => {
    fc.assert(fc.property(historySteps(SIZE, { min: 20, max: 70 }), play), { numRuns: RUNS });
  });
});
