import { getMessages, sendMessage, updateMessageFlags } from '@stoa/contracts/messages';
import { registerQueue } from '@stoa/contracts/users';
import { eventually } from '../test-support/eventually';
import { call } from './client';
import { RequestFailed, RequestRefused } from './failures';

interface Sent {
  url: string;
  method?: string;
  body: URLSearchParams;
  headers: Headers;
}

/** Answers every request, and keeps what was sent. */
function answering(status: number, body: unknown, headers: Record<string, string> = {}): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (url: string, { method, body: form, headers: given }: RequestInit) => {
    const text = form instanceof URLSearchParams ? form : new URLSearchParams();
    sent.push({ url, method, body: text, headers: new Headers(given) });
    const text200 = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve(new Response(text200, { status, headers }));
  });
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

describe('call', () => {
  it('writes texts as they are and everything else as JSON, as the declarations say', async () => {
    const sent = answering(200, { result: 'success', msg: '', id: 3 });
    await call(sendMessage, { type: 'channel', to: '5', topic: 'a "b"', content: 'c', read_by_sender: true });
    await call(updateMessageFlags, { messages: [1, 2], op: 'add', flag: 'read' });
    await call(registerQueue, { include_subscribers: 'partial', apply_markdown: true, fetch_event_types: ['message'] });
    expect(sent.map(({ body }) => Object.fromEntries(body))).toEqual([
      { type: 'channel', to: '5', topic: 'a "b"', content: 'c', read_by_sender: 'true' },
      { messages: '[1,2]', op: 'add', flag: 'read' },
      { include_subscribers: 'partial', apply_markdown: 'true', fetch_event_types: '["message"]' },
    ]);
    expect(sent.map(({ url, headers }) => [url, headers.has('X-CSRFToken')])).toEqual([
      ['/json/messages', true],
      ['/json/messages/flags', true],
      ['/json/register', true],
    ]);
  });

  it('puts what is read into the address', async () => {
    const sent = answering(200, { result: 'success', msg: '', messages: [] });
    await call(getMessages, { anchor: 'newest', num_before: 5, narrow: '[]' });
    expect(sent[0]?.url).toBe('/json/messages?anchor=newest&num_before=5&narrow=%5B%5D');
    expect(sent[0]?.headers.has('X-CSRFToken')).toBe(false);
  });

  it('reads a large answer as any other, beside the page where it can', async () => {
    const started: string[] = [];
    class NoWorker {
      constructor(address: string) {
        started.push(address);
        throw new DOMException('none here', 'SecurityError');
      }
    }
    vi.stubGlobal('Worker', NoWorker);
    const users = Array.from({ length: 30_000 }, (_none, id) => ({ id, name: 'x'.repeat(40) }));
    const body = { result: 'success', msg: '', realm_users: users };
    answering(200, body);
    expect(await call(registerQueue, {}, { mayBeLarge: true })).toEqual(body);
    answering(200, body, { 'content-length': '99' });
    expect(await call(registerQueue, {}, { mayBeLarge: true })).toEqual(body);
    answering(200, '<html>');
    await expect(call(registerQueue, {}, { mayBeLarge: true })).rejects.toBeInstanceOf(RequestFailed);
    await eventually(() => expect(started).toHaveLength(2));
  });

  it('waits for the worker that reads a large answer', async () => {
    class SlowWorker extends EventTarget {
      private isEnded = false;
      postMessage(bytes: ArrayBuffer): void {
        const tell = (data: object): boolean => this.dispatchEvent(Object.assign(new Event('message'), { data }));
        setTimeout(() => {
          if (this.isEnded) return;
          const whole = JSON.parse(new TextDecoder().decode(bytes)) as object;
          tell({ kind: 'frame', frame: JSON.stringify({ ...whole, readBy: 'the worker' }) });
          tell({ kind: 'done' });
        }, 5);
      }
      terminate(): void {
        this.isEnded = true;
      }
    }
    vi.stubGlobal('Worker', SlowWorker);
    const body = { result: 'success', msg: '', text: 'x'.repeat(2_000_000) };
    answering(200, body);
    expect(await call(registerQueue, {}, { mayBeLarge: true })).toMatchObject({ readBy: 'the worker' });
  });

  it('tells a refusal, with what the service says, from a failure', async () => {
    answering(429, { result: 'error', msg: 'Slower.', code: 'RATE_LIMIT_HIT' }, { 'retry-after': '2' });
    const refused = await call(getMessages, {}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RequestRefused);
    expect(refused).toMatchObject({ message: 'Slower.', code: 'RATE_LIMIT_HIT', retryAfterMs: 2000 });
    answering(503, { result: 'error', msg: 'x', code: 'SERVICE_UNAVAILABLE' });
    await expect(call(getMessages, {})).rejects.toBeInstanceOf(RequestFailed);
    answering(200, '<html>');
    await expect(call(getMessages, {})).rejects.toBeInstanceOf(RequestFailed);
  });
});
