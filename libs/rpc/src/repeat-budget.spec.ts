import { RepeatBudget } from './repeat-budget';

const spendAll = (budget: RepeatBudget): number => {
  let count = 0;
  while (budget.spend()) count += 1;
  return count;
};

describe('RepeatBudget', () => {
  it('allows a burst, and then three repetitions for every two answers', () => {
    const budget = new RepeatBudget();
    expect(spendAll(budget)).toBe(100);
    for (let answer = 0; answer < 10; answer++) budget.earn();
    expect(spendAll(budget)).toBe(15);
  });

  it('saves up no more than the burst', () => {
    const budget = new RepeatBudget();
    for (let answer = 0; answer < 10_000; answer++) budget.earn();
    expect(spendAll(budget)).toBe(100);
  });
});
