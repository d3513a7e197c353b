import { Client } from 'pg';
import { LostServers } from './lost-servers';

/** A connection that is not made: it says whose it is, and can be asked whether it was ended. */
function connectionTo(identity: string): Client {
  return Object.assign(new Client(), {
    connect: () => Promise.resolve(),
    query: () => Promise.resolve({ rows: [{ identity }] }),
    end: vi.fn(() => Promise.resolve()),
  });
}

describe('LostServers', () => {
  let serving: string;
  let servers: LostServers;
  let connection: Client;

  beforeEach(async () => {
    vi.useFakeTimers();
    serving = 'first';
    servers = new LostServers(() => connectionTo(serving));
    connection = connectionTo('first');
    await servers.opened(connection);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('ends the connection of a statement without an answer when another server serves', async () => {
    servers.asked(connection);
    serving = 'second';
    await vi.advanceTimersByTimeAsync(5_000);
    expect(servers.isLost(connection)).toBe(true);
    expect(connection.end).toHaveBeenCalledOnce();
  });

  it('waits for all statements that were sent one behind the other', async () => {
    servers.asked(connection);
    servers.asked(connection);
    servers.answered(connection);
    serving = 'second';
    await vi.advanceTimersByTimeAsync(5_000);
    expect(servers.isLost(connection)).toBe(true);
    expect(connection.end).toHaveBeenCalledOnce();
  });

  it('leaves the connection to a server that is only slow', async () => {
    servers.asked(connection);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(servers.isLost(connection)).toBe(false);
    expect(connection.end).not.toHaveBeenCalled();
  });

  it('has no timer while nothing is asked, and one again for the next statement', async () => {
    expect(vi.getTimerCount()).toBe(0);
    servers.asked(connection);
    expect(vi.getTimerCount()).toBe(1);
    servers.asked(connection);
    servers.answered(connection);
    expect(vi.getTimerCount()).toBe(1);
    servers.answered(connection);
    expect(vi.getTimerCount()).toBe(0);
    servers.asked(connection);
    serving = 'second';
    await vi.advanceTimersByTimeAsync(5_000);
    expect(servers.isLost(connection)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has no timer any more when the connection that owes an answer is closed', () => {
    servers.asked(connection);
    servers.closed(connection);
    expect(vi.getTimerCount()).toBe(0);
  });
});
