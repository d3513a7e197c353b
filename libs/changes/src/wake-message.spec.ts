import { HeldPollWake, decodeWakes, encodeWakes } from './wake-message';

const wake = (nonce: string, events: HeldPollWake['events']): HeldPollWake => ({
  nonce,
  queueId: `q-${nonce}`,
  events,
});

describe('wake messages', () => {
  it('carry answers, empty answers and requests to ask again', () => {
    const wakes = [
      wake('1', [{ id: 4, bodies: ['{"type":"message","a":"é☃"}'] }]),
      wake('2', []),
      wake('3', null),
      wake('4', [
        { id: 0, bodies: ['{"type":"x"}'] },
        { id: 3, bodies: ['{"type":"y"}', '{"type":"z"}'] },
      ]),
    ];
    const messages = encodeWakes(wakes);
    expect(messages).toHaveLength(1);
    expect(messages.flatMap((message) => decodeWakes(message).wakes)).toEqual(wakes);
  });

  it('carry a shared body once', () => {
    const body = `{"type":"message","content":"${'x'.repeat(10_000)}"}`;
    const [message] = encodeWakes(Array.from({ length: 100 }, (_, n) => wake(String(n), [{ id: n, bodies: [body] }])));
    expect(message?.length).toBeLessThan(20_000);
  });

  it('are split so that a NATS server accepts them', () => {
    const wakes = Array.from({ length: 12 }, (_, n) =>
      wake(String(n), [{ id: n, bodies: [`{"type":"message","content":"${String(n).repeat(200_000)}"}`] }]),
    );
    const messages = encodeWakes(wakes);
    expect(Math.max(...messages.map((message) => message.length))).toBeLessThan(1024 * 1024);
    expect(messages.flatMap((message) => decodeWakes(message).wakes)).toEqual(wakes);
  });

  it('ask again for an answer that is too large to travel', () => {
    const large = wake('1', [{ id: 1, bodies: [`{"type":"x","a":"${'x'.repeat(600_000)}"}`] }]);
    expect(encodeWakes([large]).flatMap((message) => decodeWakes(message).wakes)).toEqual([{ ...large, events: null }]);
  });

  it('are none for no wakes', () => expect(encodeWakes([])).toEqual([]));
});
