import type { Database, WriteTransaction } from '@stoa/database';
import type { Directory } from '@stoa/directory';
import type { SystemBots } from '../../send/system-bots/system-bots';
import type { StoredDraft } from './draft-rules';
import type { DraftsRepository } from './drafts.repository';
import { DraftsService } from './drafts.service';

const DRAFT: StoredDraft = { kind: 'stream', recipientIds: [4], topic: 'plans', content: 'Yes', editedAt: null };

/** @param kept how many drafts the user has; undefined: the user's clients share none */
function serviceWith(kept: number | undefined) {
  const inserted: StoredDraft[] = [];
  const repository: Pick<DraftsRepository, 'sharedCount' | 'isSynchronizing' | 'count' | 'insert'> = {
    sharedCount: () => Promise.resolve(kept),
    isSynchronizing: () => Promise.resolve(kept !== undefined),
    count: () => Promise.resolve(kept ?? 0),
    insert: (_tx, _userId, drafts) => Promise.resolve((inserted.push(...drafts), [])),
  };
  const service = new DraftsService({} as Database, {} as Directory, repository as DraftsRepository, {} as SystemBots);
  return { service, inserted };
}

describe('a draft that the service keeps for a user', () => {
  it.each([
    [0, 'free'],
    [999, 'free'],
    [1_000, 'full'],
    [undefined, 'unshared'],
  ] as const)('finds among %s others that there is room: %s', async (kept, room) => {
    const { service, inserted } = serviceWith(kept);
    expect(await service.roomFor(7)).toBe(room);
    const emitted: unknown[] = [];
    const tx: Pick<WriteTransaction, 'emit'> = { emit: (...events) => void emitted.push(...events) };
    expect(await service.addWithin(tx as WriteTransaction, 7, DRAFT)).toBe(room === 'free');
    expect(inserted).toEqual(room === 'free' ? [DRAFT] : []);
    expect(emitted).toHaveLength(inserted.length);
  });
});
