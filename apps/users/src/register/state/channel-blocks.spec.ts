import { ChannelBlockCache, ChannelBlocks } from './channel-blocks';

const text = (id: number, name = `channel ${id}`): string => JSON.stringify({ stream_id: id, name });
const texts = (count: number): string[] => Array.from({ length: count }, (_, id) => text(id, `kanál ${id}`));

function objectAt(blocks: ChannelBlocks, position: number): unknown {
  const { block, index } = blocks.placeOf(position);
  return JSON.parse(block.bytes.subarray(...block.range(index, index)).toString());
}

describe('blocks of channels', () => {
  it('have each channel where it is said to be', async () => {
    const all = texts(40);
    const blocks = await new ChannelBlockCache().arrange(1, all);
    all.forEach((one, position) => expect(objectAt(blocks, position)).toEqual(JSON.parse(one)));
    const { block } = blocks.placeOf(20);
    expect(JSON.parse(`[${block.bytes.subarray(...block.range(3, 5)).toString()}]`)).toEqual(
      all.slice(19, 22).map((one) => JSON.parse(one)),
    );
    expect(() => blocks.placeOf(48)).toThrow();
  });

  it('stay the same unless one of their channels changes, and are named by what is in them', async () => {
    const cache = new ChannelBlockCache();
    const before = await cache.arrange(1, texts(40));
    const changed = texts(40).with(20, text(20, 'renamed'));
    const after = await cache.arrange(1, changed);
    expect(after.placeOf(0).block).toBe(before.placeOf(0).block);
    expect(after.placeOf(39).block).toBe(before.placeOf(39).block);
    expect(after.placeOf(20).block.id).not.toEqual(before.placeOf(20).block.id);
    const elsewhere = await new ChannelBlockCache().arrange(1, changed);
    expect(after.placeOf(20).block.id).toEqual(elsewhere.placeOf(20).block.id);
    expect(objectAt(before, 20)).toEqual({ stream_id: 20, name: 'kanál 20' });
  });

  it('of organizations registered with longest ago go first', async () => {
    const cache = new ChannelBlockCache(3_000);
    const blockOf = async (realmId: number) => (await cache.arrange(realmId, texts(30))).placeOf(0).block;
    const [first, second] = [await blockOf(1), await blockOf(2)];
    expect(await blockOf(1)).toBe(first);
    await blockOf(3);
    expect(await blockOf(1)).toBe(first);
    expect(await blockOf(2)).not.toBe(second);
  });
});
