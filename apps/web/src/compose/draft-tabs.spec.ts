import { describe, expect, it } from 'vitest';
import type { LocalDraft } from './draft-merge';
import { withNews } from './draft-tabs';

const TOPIC = { type: 'channel', channelId: 5, topic: 'plan' } as const;
const newId = () => 'new';
const untouched = { unkept: new Map<string, string | undefined>(), newId };
const typedOver = (base: string | undefined) => ({ unkept: new Map([['a', base]]), newId });

function aDraft(changes: Partial<LocalDraft> = {}): LocalDraft {
  return { id: 'a', target: TOPIC, text: 'one', editedAt: 1, ...changes };
}

describe('drafts of two tabs', () => {
  it('shows in one what was written in the other', () => {
    const theirs = aDraft({ text: 'one two' });
    expect(withNews([aDraft()], { kind: 'kept', draft: theirs }, untouched)).toEqual({ drafts: [theirs] });
    expect(withNews([], { kind: 'kept', draft: theirs }, untouched)).toEqual({ drafts: [theirs] });
  });

  it('keeps both texts where both were written', () => {
    const mine = aDraft({ text: 'one, mine', serverId: 4, syncedText: 'one' });
    const theirs = aDraft({ text: 'one, theirs', serverId: 4 });
    const { drafts, moved } = withNews([mine], { kind: 'kept', draft: theirs }, typedOver('one'));
    expect(drafts).toEqual([theirs, { ...mine, id: 'new', serverId: undefined, syncedText: undefined }]);
    expect(moved).toEqual({ from: 'a', to: 'new' });
  });

  it('takes the number of the service without the text that was typed over', () => {
    const mine = aDraft({ text: 'one two' });
    const theirs = aDraft({ serverId: 4, syncedText: 'one' });
    expect(withNews([mine], { kind: 'kept', draft: theirs }, typedOver('one'))).toEqual({
      drafts: [{ ...mine, serverId: 4, syncedText: 'one' }],
    });
  });

  it('shows a draft of the service once, though both tabs took it up', () => {
    const here = aDraft({ id: 'b', serverId: 4 });
    const theirs = aDraft({ serverId: 4 });
    expect(withNews([here], { kind: 'kept', draft: theirs }, untouched)).toEqual({ drafts: [theirs] });
  });

  it('lets go what the other tab sent, but not what was typed here since', () => {
    const gone = { kind: 'gone', id: 'a', serverId: 4 } as const;
    expect(withNews([aDraft(), aDraft({ id: 'b', serverId: 4 })], gone, untouched)).toEqual({ drafts: [] });
    const mine = aDraft({ text: 'one two', serverId: 4 });
    expect(withNews([mine], gone, typedOver('one')).drafts).toEqual([{ ...mine, serverId: undefined }]);
  });
});
