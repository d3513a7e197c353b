import { anAnswer } from '../test-support/answer';
import { ofParts } from './of-parts';
import { snapshotState } from './snapshot';

describe('what follows from parts of the state', () => {
  it('is worked out again only when one of them is another', () => {
    const state = snapshotState(anAnswer({}));
    const derive = vi.fn(({ userId }: { userId: number }) => userId * 2);
    const select = ofParts(['userId', 'statuses'], derive);
    const withNothingElse = { ...state, messages: new Map() };
    expect(select(state)).toBe(state.userId * 2);
    select(withNothingElse);
    expect(derive).toHaveBeenCalledTimes(1);
    expect(select({ ...state, userId: 77 })).toBe(154);
    select({ ...state, userId: 77, statuses: new Map() });
    expect(derive).toHaveBeenCalledTimes(3);
  });
});
