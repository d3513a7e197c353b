import { type TestServers, eventually, startServers } from '@stoa/testing';
import { NatsUnreachableError, connectToNats } from './nats-connection';

describe('connectToNats', () => {
  let servers: TestServers;

  beforeAll(async () => {
    servers = await startServers();
  });
  afterAll(() => servers.stop());

  it('waits for a server that is not there yet, for as long as it is told to', async () => {
    await servers.nats.kill();
    await expect(connectToNats(servers.natsUrl, 'hasty')).rejects.toThrow(NatsUnreachableError);
    const onWait = vi.fn();
    await expect(connectToNats(servers.natsUrl, 'patient', undefined, { forMs: 600, onWait })).rejects.toThrow(
      /CONNECTION_REFUSED/,
    );
    const connecting = connectToNats(servers.natsUrl, 'waiting', undefined, { forMs: 60_000, onWait });
    await eventually(() => onWait.mock.calls.length === 2);
    await servers.nats.start();
    const connection = await connecting;
    expect(connection.isClosed()).toBe(false);
    expect(onWait).toHaveBeenCalledTimes(2);
    await connection.close();
  });
});
