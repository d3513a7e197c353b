import { beginQuote, endQuote, forgetQuote, hasMark, pendingQuotes, withoutLostMarks } from './pending-quotes';
import { chosenTarget, composeRequest, writeTo } from './target';

describe('a message that is fetched to be quoted', () => {
  afterEach(() => {
    pendingQuotes.set([]);
    composeRequest.set(undefined);
    chosenTarget.set(undefined);
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

  it('waits for the box with others of the same target, each in its place', () => {
    const target = { type: 'direct', userIds: [20] } as const;
    const [first, second] = [beginQuote(), beginQuote()];
    writeTo('view', target, first, { atCaret: true });
    writeTo('view', target, second, { atCaret: true });
    writeTo('view', target);
    expect(composeRequest.get()?.text).toBe(`${first}\n${second}`);
    endQuote(second, 'two');
    expect(composeRequest.get()?.text).toBe(`${first}\ntwo`);
    endQuote(first, 'one');
    expect(composeRequest.get()).toEqual({ text: 'one\ntwo', view: 'view', atCaret: true });
    expect(pendingQuotes.get()).toEqual([]);
    writeTo('view', { type: 'direct', userIds: [30] }, 'to another');
    expect(composeRequest.get()?.text).toBe('to another');
  });

  it('leaves texts without its mark where nobody fetches it any more', () => {
    const [lost, pending] = [beginQuote(), beginQuote()];
    forgetQuote(lost);
    expect(withoutLostMarks(`a [b] ${lost} c ${pending}${lost}`)).toBe(`a [b]  c ${pending}`);
    expect([lost, pending, '[a](#quote)', '[a](#narrow/dm/1)'].map(hasMark)).toEqual([true, true, false, false]);
  });
});
