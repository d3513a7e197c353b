import type { Message } from '../../store/message';
import { seenTopics } from './seen-topics';

describe('topics as far as messages are loaded', () => {
  it('say who wrote there last and when, whatever the case of their names', () => {
    const message = (id: number, sender_id: number, topic: string) =>
      ({ id, type: 'stream', stream_id: 5, topic, sender_id, timestamp: id * 10 }) as Message;
    const messages = [message(3, 20, 'plan'), message(5, 30, 'Plan'), message(4, 20, 'noise')];
    const seen = seenTopics(messages, 5, 10);
    expect(seen('PLAN')).toEqual({ time: 50, participantIds: [30, 20] });
    expect(seen('noise')).toEqual({ time: 40, participantIds: [20] });
    expect(seen('other')).toBeUndefined();
  });
});
