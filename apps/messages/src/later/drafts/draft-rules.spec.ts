import type { DraftInput } from '@stoa/contracts/messages';
import { storedDraft } from './draft-rules';

const addressees = { canAccessChannel: (id: number) => id === 5, exists: (id: number) => id === 10 || id === 11 };
const draft = (changes: Partial<DraftInput>): DraftInput => ({
  type: 'stream',
  to: [5],
  topic: 'lunch',
  content: 'soup',
  timestamp: 100.9,
  ...changes,
});

describe('drafts as they are stored', () => {
  it.each<[Partial<DraftInput>, object]>([
    [{}, { kind: 'stream', recipientIds: [5], topic: 'lunch', content: 'soup', editedAt: 100 }],
    [{ topic: '  x ' }, { topic: 'x' }],
    [{ topic: 'general chat ' }, { topic: '' }],
    [{ topic: '(no topic)' }, { topic: '' }],
    [{ topic: 'x'.repeat(70) }, { topic: `${'x'.repeat(57)}...` }],
    [
      { type: '', to: [1, 2], topic: 'x' },
      { kind: '', recipientIds: [], topic: '' },
    ],
    [
      { type: 'private', to: [11, 10, 11] },
      { kind: 'private', recipientIds: [11, 10], topic: '' },
    ],
    [{ type: 'private', to: [] }, { recipientIds: [] }],
    [{ content: '\nsoup  \n' }, { content: 'soup' }],
    [{ timestamp: null }, { editedAt: null }],
  ])('%j', (changes, stored) => expect(storedDraft(draft(changes), addressees)).toMatchObject(stored));

  it.each<[Partial<DraftInput>, string]>([
    [{ content: ' \n ' }, 'Message must not be empty'],
    [{ content: 'a\0b' }, 'Message must not contain null bytes'],
    [{ timestamp: -1 }, 'Timestamp must not be negative.'],
    [{ topic: 'a\0' }, 'Topic must not contain null bytes'],
    [{ to: [] }, 'Must specify exactly 1 channel ID for channel messages'],
    [{ to: [5, 6] }, 'Must specify exactly 1 channel ID for channel messages'],
    [{ to: [6] }, 'Invalid channel ID'],
    [{ type: 'private', to: [10, 12] }, 'Invalid user ID 12'],
  ])('%j is refused', (changes, message) => expect(() => storedDraft(draft(changes), addressees)).toThrow(message));
});
