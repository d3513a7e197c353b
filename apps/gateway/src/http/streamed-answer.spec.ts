import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { StreamedAnswer } from './streamed-answer';

describe('an answer that goes on', () => {
  it.each([
    ['ended', (answer: StreamedAnswer) => answer.end()],
    ['lost its client', (_answer: StreamedAnswer, response: ServerResponse) => void response.destroy()],
  ])('takes nothing more once it has %s', async (_what, finish) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const errors: unknown[] = [];
    response.on('error', (error) => errors.push(error));
    const answer = new StreamedAnswer(response, () => undefined);
    answer.write('first');
    finish(answer, response);
    expect(answer.write('late')).toBe(true);
    await new Promise(setImmediate);
    expect(errors).toEqual([]);
  });
});
