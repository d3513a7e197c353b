import { DELETIONS, deletionsFor } from './deletions';

describe('what goes with an account', () => {
  it('is nothing unless it is chosen', () => {
    expect(deletionsFor(new Set())).toEqual({});
  });

  it('is what was chosen and nothing else', () => {
    expect(deletionsFor(new Set(['delete_direct_messages', 'delete_profile']))).toEqual({
      actions: { delete_profile: true, delete_direct_messages: true },
    });
    expect(Object.keys(deletionsFor(new Set(DELETIONS)).actions ?? {})).toHaveLength(4);
  });
});
