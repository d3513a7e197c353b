import { ChannelBlockCache, ChannelBlocks, type ChannelText } from './channel-blocks';

const channel = (id: number, name = `kanál ${id}`): ChannelText => ({
  id,
  text: JSON.stringify({ stream_id: id, name }),
});
const channels = (count: number): ChannelText[] => Array.from({ length: count }, (_, index) => channel(index + 1));

function objectAt(blocks: ChannelBlocks, position: number): unknown {
  const { block, index } = blocks.placeOf(position);
  return JSON.parse(block.bytes.subarray(...block.range(index, index)).toString());
}

function namesOf(blocks: ChannelBlocks, count: number): string[] {
  const ids = Array.from({ length: count }, (_, position) => blocks.placeOf(position).block.id);
  return [...new Set(ids.map(({ name, version }) => `${name}@${version}`))];
}

describe('blocks of channels', () => {
  it('have each channel where it is said to be', async () => {
    const all = channels(40);
    const blocks = await new ChannelBlockCache().arrange(1, all);
    all.forEach(({ text }, position) => expect(objectAt(blocks, position)).toEqual(JSON.parse(text)));
    const { block, index } = blocks.placeOf(20);
    expect(index).toBe(4);
    expect(JSON.parse(`[${block.bytes.subarray(...block.range(3, 5)).toString()}]`)).toEqual(
      all.slice(19, 22).map(({ text }) => JSON.parse(text)),
    );
    expect(() => blocks.placeOf(40)).toThrow();
  });

  it('stay the same unless one of their channels changes, and are named by what is in them', async () => {
    const cache = new ChannelBlockCache();
    const before = await cache.arrange(1, channels(40));
    const changed = channels(40).with(20, channel(21, 'renamed'));
    const after = await cache.arrange(1, changed);
    expect(after.placeOf(0).block).toBe(before.placeOf(0).block);
    expect(after.placeOf(39).block).toBe(before.placeOf(39).block);
    expect(after.placeOf(20).block.id).not.toEqual(before.placeOf(20).block.id);
    const elsewhere = await new ChannelBlockCache().arrange(1, changed);
    expect(after.placeOf(20).block.id).toEqual(elsewhere.placeOf(20).block.id);
    expect(objectAt(before, 20)).toEqual({ stream_id: 21, name: 'kanál 21' });
  });

  it.each([
    ['is within a block', 1001, 1],
    ['ends a block', 1024, 2],
  ])('stay where they are but for one when a new channel %s', async (_case, id, changed) => {
    const cache = new ChannelBlockCache();
    const before = namesOf(await cache.arrange(1, channels(160)), 160);
    const after = namesOf(await cache.arrange(1, channels(160).toSpliced(5, 0, channel(id))), 161);
    expect(after.filter((name) => !before.includes(name))).toHaveLength(changed);
  });

  it('have 48 channels at most', async () => {
    const odd = Array.from({ length: 100 }, (_, index) => channel(2 * index + 1));
    const blocks = await new ChannelBlockCache().arrange(1, odd);
    expect(namesOf(blocks, 100)).toHaveLength(3);
    odd.forEach(({ text }, position) => expect(objectAt(blocks, position)).toEqual(JSON.parse(text)));
  });

  it('are made once for registrations at the same time', async () => {
    const clock = vi.spyOn(performance, 'now');
    // Each look at the clock is later than the slice allows: every block is followed by a pause.
    let now = 0;
    clock.mockImplementation(() => (now += 1_000));
    const cache = new ChannelBlockCache();
    const [first, second] = await Promise.all([cache.arrange(1, channels(64)), cache.arrange(1, channels(64))]);
    clock.mockRestore();
    for (const position of [0, 20, 40, 60]) {
      expect(second.placeOf(position).block).toBe(first.placeOf(position).block);
    }
  });

  it('of organizations registered with longest ago go first, by the memory of bytes and texts', async () => {
    const cache = new ChannelBlockCache(8_000);
    const blockOf = async (realmId: number) => (await cache.arrange(realmId, channels(30))).placeOf(0).block;
    const [first, second] = [await blockOf(1), await blockOf(2)];
    expect(await blockOf(1)).toBe(first);
    await blockOf(3);
    expect(await blockOf(1)).toBe(first);
    expect(await blockOf(2)).not.toBe(second);
  });

  it('that an organization has no longer are not counted', async () => {
    const cache = new ChannelBlockCache(10_000);
    const { block } = (await cache.arrange(1, channels(30))).placeOf(0);
    for (const round of [0, 1, 2, 3, 4]) {
      await cache.arrange(
        2,
        channels(30).map(({ id }) => channel(id + 100 * round)),
      );
    }
    expect((await cache.arrange(1, channels(30))).placeOf(0).block).toBe(block);
  });
});
