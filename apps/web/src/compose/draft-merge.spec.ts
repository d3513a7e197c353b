import { describe, expect, it } from 'vitest';
import { type LocalDraft, type ServerDraft, mergedDrafts } from './draft-merge';

const TOPIC = { type: 'channel', channelId: 5, topic: 'plan' } as const;

function aLocal(changes: Partial<LocalDraft> = {}): LocalDraft {
  return { id: 'a', target: TOPIC, text: 'one', editedAt: 1, serverId: 1, syncedText: 'one', ...changes };
}

function aRemote(id: number, content: string, changes: Partial<ServerDraft> = {}): [number, ServerDraft] {
  return [id, { id, type: 'stream', to: [5], topic: 'plan', content, timestamp: 9, ...changes }];
}

const options = { newId: () => 'new' };

describe('drafts of this browser and of the service', () => {
  it('takes over what was written elsewhere', () => {
    const [draft] = mergedDrafts([aLocal()], new Map([aRemote(1, 'two')]), options);
    expect(draft).toMatchObject({ id: 'a', text: 'two', syncedText: 'two', serverId: 1 });
  });

  it('keeps both where both were changed', () => {
    const both = mergedDrafts([aLocal({ text: 'mine' })], new Map([aRemote(1, 'theirs')]), options);
    expect(both.map(({ text, serverId }) => [text, serverId])).toEqual([
      ['mine', undefined],
      ['theirs', 1],
    ]);
  });

  it('never replaces the text under the cursor', () => {
    const both = mergedDrafts([aLocal()], new Map([aRemote(1, 'theirs')]), { ...options, openId: 'a' });
    expect(both.map(({ text }) => text)).toEqual(['one', 'theirs']);
  });

  it('lets go what was deleted elsewhere, unless it was changed here', () => {
    expect(mergedDrafts([aLocal()], new Map(), options)).toEqual([]);
    expect(mergedDrafts([aLocal({ text: 'mine' })], new Map(), options)).toMatchObject([
      { text: 'mine', serverId: undefined },
    ]);
  });

  it('knows its own draft when the event comes before the answer', () => {
    const fresh = aLocal({ serverId: undefined, syncedText: undefined });
    const merged = mergedDrafts([fresh], new Map([aRemote(1, 'one')]), options);
    expect(merged).toEqual([{ ...fresh, serverId: 1, syncedText: 'one' }]);
  });

  it('knows what is on its way to the service, though more was written since', () => {
    const typing = aLocal({ text: 'one two three', sendingText: 'one two' });
    expect(mergedDrafts([typing], new Map([aRemote(1, 'one two')]), options)).toEqual([
      { ...typing, syncedText: 'one two' },
    ]);
  });

  it('brings drafts of other devices, addressed as they are', () => {
    const merged = mergedDrafts([], new Map([aRemote(2, 'hi', { type: 'private', to: [20], topic: '' })]), options);
    expect(merged).toMatchObject([{ id: 'new', target: { type: 'direct', userIds: [20] }, text: 'hi' }]);
  });

  it('changes nothing when asked twice', () => {
    const remote = new Map([aRemote(1, 'two'), aRemote(2, 'three')]);
    const once = mergedDrafts([aLocal({ text: 'mine' })], remote, options);
    expect(mergedDrafts(once, remote, options)).toEqual(once);
  });
});
