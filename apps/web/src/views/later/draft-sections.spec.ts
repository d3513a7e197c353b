import { describe, expect, it } from 'vitest';
import type { LocalDraft } from '../../compose/draft-merge';
import { targetKey } from '../../compose/target';
import { draftSections } from './draft-sections';

const plan = { type: 'channel', channelId: 5, topic: 'plan' } as const;
const logo = { type: 'channel', channelId: 5, topic: 'logo' } as const;
const draft = (id: string, target: LocalDraft['target'], editedAt: number): LocalDraft => ({
  ...{ id, target, editedAt },
  text: id,
});
const idsOf = (sections: ReturnType<typeof draftSections>) =>
  sections.map(({ kind, drafts }) => [kind, drafts.map(({ id }) => id)]);

describe('the list of drafts', () => {
  const drafts = [draft('a', plan, 1), draft('b', logo, 2), draft('c', plan, 3)];

  it('has the newest conversation first, and its drafts together', () => {
    expect(idsOf(draftSections(drafts, undefined))).toEqual([['all', ['c', 'a', 'b']]]);
  });

  it('begins with the open conversation', () => {
    expect(idsOf(draftSections(drafts, targetKey(logo)))).toEqual([
      ['here', ['b']],
      ['others', ['c', 'a']],
    ]);
    expect(draftSections([], targetKey(logo))).toEqual([]);
  });
});
