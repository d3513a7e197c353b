import { lastEventIdOf, streamedEvent, wantsEventStream } from './event-stream';

describe('streams of events', () => {
  it.each([
    ['text/event-stream', true],
    ['application/json, Text/Event-Stream;q=0.5', true],
    ['application/json, text/event-stream; q=0.5', true],
    ['text/event-stream;q=0', false],
    ['text/event-stream;q=0.0', false],
    ['text/event-streams', false],
    ['*/*', false],
    [undefined, false],
  ])('are what Accept: %s asks for: %s', (accept, wanted) => expect(wantsEventStream(accept)).toBe(wanted));

  it.each([
    ['7', 7],
    ['-1', -1],
    ['0', 0],
    ['', undefined],
    ['7.5', undefined],
    ['seven', undefined],
    ['9999999999999999', undefined],
    [undefined, undefined],
  ])('go on after Last-Event-ID: %s', (header, id) => expect(lastEventIdOf(header)).toBe(id));

  it('write an event in one line of data, with its id', () => {
    expect(streamedEvent(7, '{"id":7,"type":"x"}')).toBe('id: 7\ndata: {"id":7,"type":"x"}\n\n');
  });
});
