import { type ByteRange, channelsScope } from '@stoa/fragments';
import { Breather } from '../../shared/state/breathe';
import { type SharedText, sharedText } from '../../shared/state/shared-text';

/** Channels of a block: few enough that one that changes is cheap to send again. */
const BLOCK_SIZE = 16;
/** Texts of all organizations together; those registered with longest ago go first. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Objects of neighbouring channels, joined by commas. */
class ChannelBlock implements SharedText {
  readonly id: SharedText['id'];
  readonly bytes: Buffer;
  /** Where each object begins; one more for the end. */
  private readonly offsets: readonly number[];

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
  constructor(private readonly blocks: readonly ChannelBlock[]) {}

  /** @param position among all channels, in the order of their names */
  placeOf(position: number): ChannelPlace {
    const block = this.blocks[Math.floor(position / BLOCK_SIZE)];
    if (!block) throw new Error(`there is no channel at ${position}`);
    return { block, index: position % BLOCK_SIZE };
  }
}

/**
 * Texts of channels, in blocks that all answers share: an answer names the parts that its viewer may see. A block is
 * named by what is in it, so it needs no version, and one that stayed the same is used again.
 */
export class ChannelBlockCache {
  private readonly realms = new Map<number, readonly ChannelBlock[]>();
  private bytes = 0;

  constructor(private readonly mostBytes = MOST_BYTES) {}

  /** @param texts JSON text of the object of every channel of the organization, in the order of their names */
  async arrange(realmId: number, texts: readonly string[]): Promise<ChannelBlocks> {
    const known = this.realms.get(realmId) ?? [];
    const breather = new Breather();
    const blocks: ChannelBlock[] = [];
    for (let start = 0; start < texts.length; start += BLOCK_SIZE) {
      const part = texts.slice(start, start + BLOCK_SIZE);
      const same = known[blocks.length];
      const name = String(blocks.length);
      blocks.push(same?.hasTexts(part) ? same : new ChannelBlock(channelsScope(realmId), name, part));
      const pause = breather.pause();
      if (pause) await pause;
    }
    this.keep(realmId, blocks);
    return new ChannelBlocks(blocks);
  }

  private keep(realmId: number, blocks: readonly ChannelBlock[]): void {
    this.forget(realmId);
    this.realms.set(realmId, blocks);
    this.bytes += sizeOf(blocks);
    for (const oldest of this.realms.keys()) {
      if (this.bytes <= this.mostBytes || oldest === realmId) return;
      this.forget(oldest);
    }
  }

  private forget(realmId: number): void {
    this.bytes -= sizeOf(this.realms.get(realmId) ?? []);
    this.realms.delete(realmId);
  }
}

function sizeOf(blocks: readonly ChannelBlock[]): number {
  return blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
