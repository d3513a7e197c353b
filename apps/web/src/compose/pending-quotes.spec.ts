import { beginQuote, endQuote, forgetQuote, pendingQuotes } from './pending-quotes';
import { composeRequest } from './target';

describe('a message that is fetched to be quoted', () => {
  afterEach(() => {
    pendingQuotes.set([]);
    composeRequest.set(undefined);
  });

  it('has a mark of its own in the text, until the quote is there', () => {
    const [first, second] = [beginQuote(), beginQuote()];
    expect(first).toMatch(/^\[Quoting…\]\(#quote-\w+\)$/);
    expect(second).not.toBe(first);
    expect(pendingQuotes.get()).toEqual([{ mark: first }, { mark: second }]);
    endQuote(second, 'said');
    expect(pendingQuotes.get()).toEqual([{ mark: first }, { mark: second, text: 'said' }]);
    forgetQuote(second);
    expect(pendingQuotes.get()).toEqual([{ mark: first }]);
  });

  it('stands in the box at once where that has not taken up its mark', () => {
    const mark = beginQuote();
    composeRequest.set({ text: mark, view: 'view', atCaret: true });
    endQuote(mark, 'said');
    expect(composeRequest.get()).toEqual({ text: 'said', view: 'view', atCaret: true });
    expect(pendingQuotes.get()).toEqual([]);
  });
});
