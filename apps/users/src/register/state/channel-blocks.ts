import { type ByteRange, channelsScope } from '@stoa/fragments';
import { Breather } from '../../shared/state/breathe';
import { type SharedText, sharedText } from '../../shared/state/shared-text';

/** A block ends behind a channel whose id is a multiple of this, so a new channel moves no other block's ends. */
const BLOCK_END_EVERY = 16;
/** Channels of a block at most: few enough that one that changes is cheap to send again. */
const LONGEST_BLOCK = 48;
/** Blocks of all organizations together; those registered with longest ago go first. */
const MOST_BYTES = 64 * 1024 * 1024;

/** JSON text of the object of a channel. */
export interface ChannelText {
  id: number;
  text: string;
}

/** Objects of neighbouring channels, joined by commas. */
class ChannelBlock implements SharedText {
  readonly id: SharedText['id'];
  readonly bytes: Buffer;
  /** Where each object begins; one more for the end. */
  private readonly offsets: readonly number[];
  /** Bytes in memory at most: the texts are compared with those of the next registration. */
  readonly size: number;

  constructor(
    scope: string,
    name: string,
    readonly texts: readonly string[],
  ) {
    const { id, bytes } = sharedText(scope, name, texts.join());
    this.id = id;
    this.bytes = bytes;
    const offsets = [0];
    for (const text of texts) offsets.push((offsets.at(-1) ?? 0) + Buffer.byteLength(text) + 1);
    this.offsets = offsets;
    this.size = texts.reduce((sum, { length }) => sum + 2 * length, bytes.length);
  }

  hasTexts(texts: readonly string[]): boolean {
    return texts.length === this.texts.length && texts.every((text, index) => text === this.texts[index]);
  }

  /** @param last index of the last object that is in the range */
  range(first: number, last: number): ByteRange {
    return [this.offsets[first] ?? 0, (this.offsets[last + 1] ?? 0) - 1];
  }
}

/** Where the object of a channel is. */
export interface ChannelPlace {
  block: ChannelBlock;
  index: number;
}

/** All channels of an organization that one registration saw, as blocks of text. */
export class ChannelBlocks {
  constructor(private readonly places: readonly ChannelPlace[]) {}

  /** @param position among all channels, in the order of their names */
  placeOf(position: number): ChannelPlace {
    const place = this.places[position];
    if (!place) throw new Error(`there is no channel at ${position}`);
    return place;
  }
}

/** Blocks by their names. */
type NamedBlocks = Map<string, ChannelBlock>;

/**
 * Texts of channels, in blocks that all answers share: an answer names the parts that its viewer may see. A block is
 * named by what is in it, so it needs no version, and one that stayed the same is used again. Each block is kept as soon
 * as it is made: registrations at the same time make none twice.
 */
export class ChannelBlockCache {
  private readonly realms = new Map<number, NamedBlocks>();
  private bytes = 0;

  constructor(private readonly mostBytes = MOST_BYTES) {}

  /** @param channels all of the organization, in the order of their names */
  async arrange(realmId: number, channels: readonly ChannelText[]): Promise<ChannelBlocks> {
    const breather = new Breather();
    const places: ChannelPlace[] = [];
    const names = new Set<string>();
    for (const run of runsOf(channels)) {
      const block = this.blockOf(realmId, run);
      names.add(block.id.name);
      run.forEach((_channel, index) => places.push({ block, index }));
      const pause = breather.pause();
      if (pause) await pause;
    }
    this.keepOnly(realmId, names);
    return new ChannelBlocks(places);
  }

  private blockOf(realmId: number, run: readonly ChannelText[]): ChannelBlock {
    const blocks = this.touched(realmId);
    const name = String(run[0]?.id);
    const known = blocks.get(name);
    const texts = run.map(({ text }) => text);
    if (known?.hasTexts(texts)) return known;
    const block = new ChannelBlock(channelsScope(realmId), name, texts);
    blocks.set(name, block);
    this.bytes += block.size - (known?.size ?? 0);
    this.makeRoom(realmId);
    return block;
  }

  /** The blocks of an organization, which becomes the one used last. */
  private touched(realmId: number): NamedBlocks {
    const blocks: NamedBlocks = this.realms.get(realmId) ?? new Map();
    this.realms.delete(realmId);
    this.realms.set(realmId, blocks);
    return blocks;
  }

  private keepOnly(realmId: number, names: ReadonlySet<string>): void {
    const blocks = this.realms.get(realmId);
    for (const [name, { size }] of blocks ?? []) {
      if (names.has(name)) continue;
      blocks?.delete(name);
      this.bytes -= size;
    }
  }

  private makeRoom(inUse: number): void {
    for (const [realmId, blocks] of this.realms) {
      if (this.bytes <= this.mostBytes || realmId === inUse) return;
      this.realms.delete(realmId);
      for (const { size } of blocks.values()) this.bytes -= size;
    }
  }
}

/** Cuts channels into the runs that become blocks; where, depends on the channels that are near only. */
function runsOf(channels: readonly ChannelText[]): ChannelText[][] {
  const runs: ChannelText[][] = [];
  let run: ChannelText[] = [];
  for (const channel of channels) {
    if (run.length === 0) runs.push(run);
    run.push(channel);
    if (channel.id % BLOCK_END_EVERY === 0 || run.length === LONGEST_BLOCK) run = [];
  }
  return runs;
}
