import { noteWrittenTo, writtenChannels } from './written-channels';

describe('channels that were written to', () => {
  beforeEach(() => writtenChannels.set([]));

  it('stand in the order of the last message, each once, as many as a list shows', () => {
    for (let channelId = 1; channelId <= 20; channelId++) noteWrittenTo({ type: 'channel', channelId, topic: 'a' });
    noteWrittenTo({ type: 'channel', channelId: 15, topic: 'b' });
    noteWrittenTo({ type: 'direct', userIds: [20] });
    expect(writtenChannels.get()).toEqual([15, 20, 19, 18, 17, 16, 14, 13, 12, 11, 10, 9]);
  });
});
