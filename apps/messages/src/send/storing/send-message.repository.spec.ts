import type { Database, WriteTransaction } from '@stoa/database';
import type { LinkPreviewRequests } from './link-preview-requests';
import type { PreparedSend } from './prepared-send';
import { SendMessageRepository } from './send-message.repository';
import type { WebhookRequests } from './webhook-requests';

const RECORD = { realm_id: 1, partition: 2, channel_id: null, attachment_ids: null };
const SEND = { record: RECORD, topic: '', content: 'x', renderedContent: '', routing: '{}', body: '[]', widget: null };
const STALE = { status: 'stale', message_id: null, stale_keys: ['realm:1:users'], response: null };
const SENT = { status: 'sent', message_id: 7, stale_keys: null, response: null };

describe('a message with what belongs to it', () => {
  let ends: string[] = [];
  const repositoryOf = (row: object): SendMessageRepository => {
    ends = [];
    const tx = { query: () => Promise.resolve([row]) } as unknown as WriteTransaction;
    const database = {
      announceChange: () => undefined,
      write: async <T>(_context: unknown, _locks: unknown, work: (tx: WriteTransaction) => Promise<T>): Promise<T> => {
        try {
          const result = await work(tx);
          ends.push('commit');
          return result;
        } catch (error) {
          ends.push('rollback');
          throw error;
        }
      },
    };
    return new SendMessageRepository(database as unknown as Database, {} as LinkPreviewRequests, {} as WebhookRequests);
  };
  const within = (isClaimed: boolean) => ({
    claim: () => Promise.resolve(isClaimed),
    sent: vi.fn(() => Promise.resolve()),
  });
  const prepared = SEND as unknown as PreparedSend;

  it('leaves nothing of its claim if it is to be decided again, or the next attempt would find it sent', async () => {
    const repository = repositoryOf(STALE);
    const claimed = within(true);
    const stale = { status: 'stale', staleKeys: ['realm:1:users'] };
    expect(await repository.sendWithin(prepared, claimed)).toEqual(stale);
    expect(await repository.sendHolding(prepared.record, () => Promise.resolve(prepared), claimed)).toEqual(stale);
    expect(ends).toEqual(['rollback', 'rollback']);
    expect(claimed.sent).not.toHaveBeenCalled();
  });

  it('is there with its claim, or declined', async () => {
    const repository = repositoryOf(SENT);
    const claimed = within(true);
    expect(await repository.sendWithin(prepared, claimed)).toEqual({ status: 'sent', messageId: 7 });
    expect(claimed.sent).toHaveBeenCalledTimes(1);
    expect(await repository.sendWithin(prepared, within(false))).toEqual({ status: 'declined' });
    expect(ends).toEqual(['commit', 'commit']);
  });
});
