import { resetKept, takeReadKeys } from '../test-support/kept-memory';
import { KeptValues } from './kept-values';

vi.mock('idb-keyval', () => import('../test-support/kept-memory'));

describe('KeptValues', () => {
  const own = new KeptValues('chat.example 7');
  const others = new KeptValues('chat.example 77');
  let reported: unknown[];

  beforeEach(() => {
    resetKept();
    reported = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('keeps values by kind and name', async () => {
    await own.set('outbox', 'a', 1);
    await own.set('outbox', 'b', 2);
    await own.set('drafts', 'a', 3);
    await own.remove('outbox', 'b');
    expect([...(await own.all('outbox'))]).toEqual([['a', 1]]);
    expect([...(await own.all('drafts'))]).toEqual([['a', 3]]);
  });

  it('reads no values but those of the kind', async () => {
    await own.set('outbox', 'a', 1);
    await own.set('state', 'users', 'a great many');
    takeReadKeys();
    await own.all('outbox');
    await own.all('drafts');
    expect(takeReadKeys()).toEqual(['chat.example 7 outbox a']);
  });

  it('forgets one account and no other', async () => {
    await own.set('outbox', 'a', 1);
    await others.set('outbox', 'a', 2);
    await own.clear();
    expect((await own.all('outbox')).size).toBe(0);
    expect([...(await others.all('outbox'))]).toEqual([['a', 2]]);
  });

  it('goes on where the browser keeps nothing, and reports it', async () => {
    resetKept({ broken: true });
    await own.set('outbox', 'a', 1);
    expect((await own.all('outbox')).size).toBe(0);
    await own.clear();
    expect(reported.length).toBeGreaterThanOrEqual(3);
  });
});
