import { unanswered, withOwn } from './additions';

const ME = 10;
const submessage = (id: number, content: string, sender_id = ME) => ({
  ...{ id, message_id: 1, sender_id },
  ...{ msg_type: 'widget', content },
});

describe('what the user added to a widget', () => {
  it('waits until the same comes back from the service, newer than what was there', () => {
    const vote = { content: 'vote', afterId: 5 };
    expect(unanswered([submessage(5, 'vote'), submessage(6, 'vote', 20), submessage(7, 'other')], [vote], ME)).toEqual([
      vote,
    ]);
    expect(unanswered([submessage(5, 'vote'), submessage(6, 'vote')], [vote], ME)).toEqual([]);
  });

  it('waits for one answer each if it was added twice', () => {
    const strikes = [1, 2].map(() => ({ content: 'strike', afterId: 5 }));
    expect(unanswered([submessage(6, 'strike')], strikes, ME)).toHaveLength(1);
    expect(unanswered([submessage(6, 'strike'), submessage(7, 'strike')], strikes, ME)).toEqual([]);
  });

  it('counts after everything that is there', () => {
    const message = { submessages: [submessage(5, 'begin', 20)] };
    expect(withOwn(message, [{ content: 'vote', afterId: 5 }], ME).map(({ content }) => content)).toEqual([
      'begin',
      'vote',
    ]);
    expect(withOwn(message, [], ME)).toBe(message.submessages);
  });
});
