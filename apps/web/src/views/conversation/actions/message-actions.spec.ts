import type { Client } from '../../../client/client';
import { notices } from '../../../client/notices';
import { pendingQuotes } from '../../../compose/pending-quotes';
import { composeRequest } from '../../../compose/target';
import { snapshotState } from '../../../store/snapshot';
import { Store } from '../../../store/store';
import type { ChannelMessage } from '../../../store/message';
import { anAnswer } from '../../../test-support/answer';
import { quote } from './message-actions';

vi.mock('../selected-part', () => ({ selectedSource: () => Promise.reject(new TypeError('not loaded')) }));

const message: ChannelMessage = {
  ...{ id: 1, type: 'stream', stream_id: 5, topic: 'plan', sender_id: 20, sender_full_name: '', sender_email: '' },
  ...{ avatar_url: null, client: '', content: '', timestamp: 0, is_me_message: false, topic_links: [] },
  ...{ reactions: [], submessages: [], flags: new Set<string>() },
};

describe('quoting a message', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    notices.set([]);
    pendingQuotes.set([]);
  });
  afterEach(() => {
    vi.useRealTimers();
    notices.set([]);
    pendingQuotes.set([]);
    composeRequest.set(undefined);
  });

  it('leaves no mark that keeps the text from being sent, and says so, where it fails', async () => {
    const client = { store: new Store(snapshotState(anAnswer())) } as unknown as Client;
    const quoting = quote(client, message, []);
    composeRequest.set(undefined);
    expect(pendingQuotes.get()).toEqual([{ mark: expect.any(String) }]);
    await quoting;
    expect(pendingQuotes.get()).toMatchObject([{ text: '' }]);
    expect(notices.get()).toHaveLength(1);
  });
});
