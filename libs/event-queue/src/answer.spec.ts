import { composeAnswer, composeEvent } from './answer';

describe('composeEvent', () => {
  it('puts the id first and leaves the text alone', () => {
    expect(composeEvent(7, '{"type":"message","flags":[]}')).toBe('{"id":7,"type":"message","flags":[]}');
  });

  it('concatenates the messages of a coalesced event', () => {
    const bodies = [
      '{"type":"update_message_flags","messages":[3,1]}',
      '{"type":"update_message_flags","messages":[2]}',
    ];
    expect(composeEvent(4, bodies)).toBe('{"id":4,"type":"update_message_flags","messages":[3,1,2]}');
  });

  it('does not parse a single body', () => {
    expect(composeEvent(1, ['{"type":not json}'])).toBe('{"id":1,"type":not json}');
  });
});

describe('composeAnswer', () => {
  it('is a complete response', () => {
    const events = [
      { id: 0, json: '{"id":0,"type":"heartbeat"}' },
      { id: 2, json: '{"id":2,"type":"heartbeat"}' },
    ];
    expect(JSON.parse(composeAnswer('abc', events))).toEqual({
      result: 'success',
      msg: '',
      queue_id: 'abc',
      events: [
        { id: 0, type: 'heartbeat' },
        { id: 2, type: 'heartbeat' },
      ],
    });
    expect(JSON.parse(composeAnswer('abc', [])).events).toEqual([]);
  });
});
