import { type TopicActivity, hotTopics } from './hot-topics';

const topic = (key: string, people: number, messages: number, lastMessageId = 1): TopicActivity => ({
  ...{ channelId: 5, key, people, messages, lastMessageId },
});

describe('topics of a digest', () => {
  it('are two by people, the others by messages, each once', () => {
    const topics = [
      topic('monologue', 1, 90),
      topic('party', 9, 10),
      topic('meeting', 5, 80),
      topic('chat', 2, 70),
      topic('quiet', 3, 3),
      topic('news', 1, 4),
    ];
    expect(hotTopics(topics).map(({ key }) => key)).toEqual(['party', 'meeting', 'monologue', 'chat']);
  });

  it('are all there are, where there are few', () => {
    expect(hotTopics([topic('one', 1, 1)]).map(({ key }) => key)).toEqual(['one']);
    expect(hotTopics([])).toEqual([]);
  });

  it('are the newer ones of equals', () => {
    const topics = [1, 2, 3, 4, 5].map((id) => topic(String(id), 1, 1, id));
    expect(hotTopics(topics).map(({ key }) => key)).toEqual(['5', '4', '3', '2']);
  });
});
