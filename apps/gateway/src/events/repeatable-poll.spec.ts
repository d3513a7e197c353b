import type { IncomingMessage } from 'node:http';
import { slotOf } from '@stoa/event-queue';
import { repeatablePoll, repeatedFor } from './repeatable-poll';

const HEADERS = ['Host', 'chat.example', 'Authorization', 'Basic YTpi', 'X-Request-Id', 'one'];
const admitted = { slot: slotOf(0, 5), userId: 5, realmId: 1, accessVersion: 7 };
const language = { tag: 'en', translate: undefined };

function request(url: string, more: { httpVersion?: string; rawHeaders?: string[] } = {}): IncomingMessage {
  return { url, httpVersion: '1.1', headers: {}, rawHeaders: HEADERS, ...more } as IncomingMessage;
}

const remembered = (url: string) => repeatablePoll({ incoming: request(url), language }, admitted);

describe('a poll', () => {
  const address = (eventId: number | string) => `/api/v1/events?queue_id=q&last_event_id=${eventId}&user_client=x`;
  const poll = remembered(address(3));
  const again = (incoming: IncomingMessage) => poll && repeatedFor(poll, incoming);

  it('is known again whichever event it names, and whatever a proxy gives it anew', () => {
    expect(poll).toMatchObject({ ...admitted, language });
    expect([0, 4, 12_345].map((id) => again(request(address(id))))).toEqual([0, 4, 12_345]);
    expect(again(request(address(4), { rawHeaders: HEADERS.with(5, 'another') }))).toBe(4);
    const traced = HEADERS.with(4, 'X-Amzn-Trace-Id');
    const known = repeatablePoll({ incoming: request(address(3), { rawHeaders: traced }), language }, admitted);
    expect(known && repeatedFor(known, request(address(4), { rawHeaders: traced.with(5, 'another') }))).toBe(4);
  });

  it('is known again after the first, which names none', () => {
    const first = remembered(address(-1));
    expect(first && repeatedFor(first, request(address(0)))).toBe(0);
  });

  it.each([
    ['names no event', request('/api/v1/events?queue_id=q&last_event_id=&user_client=x')],
    ['names an event by no digits', request(address('-1'))],
    ['names an event that does not fit a number', request(address('9'.repeat(16)))],
    ['is for another queue', request(address(4).replace('queue_id=q', 'queue_id=p'))],
    ['has one more parameter', request(`${address(4)}&dont_block=true`)],
    ['lacks a parameter', request('/api/v1/events?queue_id=q&last_event_id=4')],
    ['ends within what both ends of the address have', request('/api/v1/events?queue_id=q&last_event_id=')],
    ['comes with another key', request(address(4), { rawHeaders: HEADERS.with(3, 'Basic YTpj') })],
    ['comes for another host', request(address(4), { rawHeaders: HEADERS.with(1, 'other.example') })],
    ['has one more header', request(address(4), { rawHeaders: [...HEADERS, 'Accept', 'text/event-stream'] })],
    ['names a header otherwise', request(address(4), { rawHeaders: HEADERS.with(2, 'authorization') })],
    ['is of another version of HTTP', request(address(4), { httpVersion: '1.0' })],
  ])('is not the same if it %s', (_what, incoming) => {
    expect(again(incoming)).toBeUndefined();
  });

  it.each([
    '/api/v1/events?queue_id=q',
    '/api/v1/events?queue_id=q&xlast_event_id=1',
    '/api/v1/events?last_event_id=1&queue_id=q&last_event_id=2',
  ])('is not remembered by the address %s', (url) => {
    expect(remembered(url)).toBeUndefined();
  });
});
