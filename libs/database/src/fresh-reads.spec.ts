import { FreshReadOutcome, FreshReads } from './fresh-reads';
import type { TransactionPool } from './pool';

type Answer = () => Promise<{ rows: object[] }>;

const ROWS = [{ id: 1 }];
const withCode = (code: string) => Object.assign(new Error('text'), { code });

/** A standby whose connections answer as the test sets, and a primary that counts the questions for its position. */
class Servers {
  positions = 0;
  connections = 0;
  released: (Error | undefined)[] = [];
  outcomes: FreshReadOutcome[] = [];
  /** Whether the standby has come as far as it is asked for. */
  reached: Answer = () => Promise.resolve({ rows: [{ reached: true }] });
  statement: Answer = () => Promise.resolve({ rows: ROWS });
  connect: () => Promise<void> = () => Promise.resolve();
  primary: Answer = () => Promise.resolve({ rows: [{ wal: '0/1' }] });

  readonly reads = new FreshReads(
    { query: () => ((this.positions += 1), this.primary()) } as unknown as TransactionPool,
    { connect: () => this.connection(), end: () => Promise.resolve() } as unknown as TransactionPool,
    (outcome) => this.outcomes.push(outcome),
  );

  read(): Promise<object[] | undefined> {
    return this.reads.query('name', 'SELECT', []);
  }

  private async connection() {
    this.connections += 1;
    await this.connect();
    return {
      query: ({ name }: { name: string }) => (name === 'standby_position' ? this.reached() : this.statement()),
      release: (error?: Error) => this.released.push(error),
    };
  }
}

describe('reads of a standby', () => {
  let servers: Servers;
  let now: number;

  beforeEach(() => {
    servers = new Servers();
    now = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('ask the primary for its position once in a moment, and again in the next', async () => {
    expect(await Promise.all([servers.read(), servers.read(), servers.read()])).toEqual([ROWS, ROWS, ROWS]);
    expect(servers.positions).toBe(1);
    await servers.read();
    expect(servers.positions).toBe(2);
    expect(servers.outcomes).toEqual(['standby', 'standby', 'standby', 'standby']);
  });

  it('are left to the primary while the standby is behind, or none any more', async () => {
    servers.reached = () => {
      now += 20;
      return Promise.resolve({ rows: [{ reached: null }] });
    };
    servers.statement = () => Promise.reject(new Error('it must not be asked'));
    expect(await servers.read()).toBeUndefined();
    expect([servers.outcomes, servers.released]).toEqual([['behind'], [undefined]]);
  });

  it('wait for a standby that catches up at once', async () => {
    let isThere = false;
    servers.reached = () => {
      const answer = { rows: [{ reached: isThere }] };
      isThere = true;
      return Promise.resolve(answer);
    };
    expect(await servers.read()).toEqual(ROWS);
  });

  it('are repeated by the primary where replaying took away what was read, and the standby is asked on', async () => {
    servers.statement = () => Promise.reject(withCode('40001'));
    expect(await servers.read()).toBeUndefined();
    servers.statement = () => Promise.resolve({ rows: ROWS });
    expect(await servers.read()).toEqual(ROWS);
    expect(servers.outcomes).toEqual(['behind', 'standby']);
  });

  it.each(['42P01', '22P02', '57014'])('fail as they would at the primary with %s', async (code) => {
    servers.statement = () => Promise.reject(withCode(code));
    await expect(servers.read()).rejects.toMatchObject({ code });
    servers.statement = () => Promise.resolve({ rows: ROWS });
    expect(await servers.read()).toEqual(ROWS);
  });

  it.each([
    ['refuses connections', () => (servers.connect = () => Promise.reject(withCode('ECONNREFUSED')))],
    ['is shut down', () => (servers.statement = () => Promise.reject(withCode('57P01')))],
    ['takes only what changes nothing', () => (servers.statement = () => Promise.reject(withCode('25006')))],
    ['does not answer', () => (servers.reached = () => new Promise(() => undefined))],
  ])('leave a standby alone that %s', async (_what, fail) => {
    fail();
    expect(await servers.read()).toBeUndefined();
    expect(servers.released.every((error) => error instanceof Error)).toBe(true);
    const asked = servers.connections;
    now += 1_999;
    expect(await servers.read()).toBeUndefined();
    expect([servers.connections, servers.outcomes]).toEqual([asked, ['away', 'away']]);
    now += 1;
    await servers.read();
    expect(servers.connections).toBe(asked + 1);
  });

  it('fail without the primary: nobody knows what was committed', async () => {
    servers.primary = () => Promise.reject(withCode('ECONNREFUSED'));
    await expect(servers.read()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(servers.connections).toBe(0);
  });
});
