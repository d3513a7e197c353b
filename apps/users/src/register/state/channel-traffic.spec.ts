import { ChannelTraffic, type Traffic } from './channel-traffic';

describe('the traffic of channels', () => {
  const setUp = () => {
    let now = 5_000;
    let reads = 0;
    const traffic = new ChannelTraffic(() => now);
    const of = (realmId: number, read = () => Promise.resolve<Traffic>(new Map([[1, (reads += 1)]]))) =>
      traffic.of(realmId, read).then((counts) => counts.get(1));
    return { of, pass: (ms: number) => (now += ms) };
  };

  it('is read once a minute for each organization', async () => {
    const { of, pass } = setUp();
    expect([await of(2), await of(2), await of(3)]).toEqual([1, 1, 2]);
    pass(59_999);
    expect(await of(2)).toBe(1);
    pass(1);
    expect(await of(2)).toBe(3);
    expect(await of(2)).toBe(3);
  });

  it('is read again after a read that failed', async () => {
    const { of } = setUp();
    await expect(of(2, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await of(2)).toBe(1);
  });

  it('is kept of the organizations that were read last', async () => {
    const { of } = setUp();
    for (let realmId = 0; realmId <= 200; realmId += 1) await of(realmId);
    expect(await of(200)).toBe(201);
    expect(await of(0)).toBe(202);
  });
});
