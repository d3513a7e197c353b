import { OutgoingError, type OutgoingHttp } from '@stoa/outgoing-http';
import type { MessagesEnvironment } from '../../messages.environment';
import { WebhookExchange } from './webhook-exchange';

const SERVICE = { botId: 7, name: 'echo', baseUrl: 'https://bot.example/', interface: 1, token: 'x'.repeat(32) };
const REQUEST = { body: '{}', headers: {} };

describe('an exchange with a service', () => {
  it.each([
    [undefined, 25_000, 'Request timed out after 25 seconds.'],
    [15_000, 15_000, 'Request timed out after 15 seconds.'],
    [60_000, 25_000, 'Request timed out after 25 seconds.'],
  ])('that may take %j ms ends after %i', async (longestMs, timeoutMs, forOwner) => {
    const asked: unknown[] = [];
    const http = {
      post: (request: { timeoutMs: number }) => {
        asked.push(request.timeoutMs);
        return Promise.reject(new OutgoingError('timeout', 'no answer'));
      },
    } as unknown as OutgoingHttp;
    const exchange = new WebhookExchange(http, { STOA_WEBHOOK_TIMEOUT_SECONDS: 25 } as unknown as MessagesEnvironment);
    const { result } = await exchange.post(SERVICE, REQUEST, { longestMs });
    expect(asked).toEqual([timeoutMs]);
    expect(result).toMatchObject({ kind: 'failed', failure: { forOwner, isPassing: true } });
  });
});
