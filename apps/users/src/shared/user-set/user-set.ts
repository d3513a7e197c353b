import { UserView } from '@stoa/fragments';
import { UserRow } from '@stoa/wire-objects';
import { Breather } from '../state/breathe';
import { UserBlock } from './user-block';

/** Users of a block. Small enough that a new user's block is cheap to send again, large enough that blocks are few. */
export const BLOCK_SIZE = 128;

export interface DerivedLists {
  bots: readonly UserRow[];
  inactiveIds: ReadonlySet<number>;
  /** Active humans who share no presence. */
  awayIds: readonly number[];
}

/** All accounts of one realm at one version of `realm:ID:users`, in the order of their ids. Immutable. */
export class UserSet {
  private derivedLists: DerivedLists | undefined;

  private constructor(
    readonly version: number,
    /** Newest version at which an account was activated or deactivated: lists of active users are kept under it. */
    readonly activityVersion: number,
    readonly blocks: readonly UserBlock[],
  ) {}

  static of(version: number, rows: readonly UserRow[]): UserSet {
    return new UserSet(version, version, blocksOf(rows));
  }

  /** The set after `rows`, ascending by id, were added or changed. */
  after(version: number, rows: readonly UserRow[]): UserSet {
    if (rows.length === 0) return new UserSet(version, this.activityVersion, this.blocks);
    const changed = new Map(rows.filter((row) => this.find(row.id)).map((row) => [row.id, row]));
    const added = rows.filter((row) => !changed.has(row.id));
    const flipped = [...changed.values()].some((row) => this.find(row.id)?.isActive !== row.isActive);
    const activityVersion = flipped ? version : this.activityVersion;
    const blocks = this.blocks.map((block) =>
      block.rows.some((row) => changed.has(row.id)) ? block.replaced(changed) : block,
    );
    return new UserSet(version, activityVersion, withAdded(blocks, added));
  }

  find(userId: number): UserRow | undefined {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const rows = this.blocks[middle]?.rows ?? [];
      const [first] = rows;
      const last = rows[rows.length - 1];
      if (first && userId < first.id) high = middle - 1;
      else if (last && userId > last.id) low = middle + 1;
      else return rows.find((row) => row.id === userId);
    }
    return undefined;
  }

  *[Symbol.iterator](): Iterator<UserRow> {
    for (const block of this.blocks) yield* block.rows;
  }

  /** Few users of special kinds, found once per version. */
  get lists(): DerivedLists {
    return (this.derivedLists ??= {
      bots: [...this].filter((user) => user.isBot),
      inactiveIds: new Set([...this].filter((user) => !user.isActive).map(({ id }) => id)),
      awayIds: [...this].filter((user) => user.isActive && !user.isBot && !user.presenceEnabled).map(({ id }) => id),
    });
  }

  /** Encodes all blocks for a view, in slices that let other work run. */
  async encode(view: UserView): Promise<void> {
    const breather = new Breather();
    for (const block of this.blocks) {
      if (block.isEncoded(view)) continue;
      block.encode(view);
      const pause = breather.pause();
      if (pause) await pause;
    }
  }
}

function blocksOf(rows: readonly UserRow[]): UserBlock[] {
  const blocks: UserBlock[] = [];
  for (let start = 0; start < rows.length; start += BLOCK_SIZE) {
    blocks.push(new UserBlock(rows.slice(start, start + BLOCK_SIZE)));
  }
  return blocks;
}

/** New accounts have the highest ids; anything else (an import) is sorted in. */
function withAdded(blocks: readonly UserBlock[], added: readonly UserRow[]): UserBlock[] {
  const [first] = added;
  if (!first) return [...blocks];
  const tail = blocks[blocks.length - 1];
  const lastId = tail?.rows[tail.rows.length - 1]?.id ?? 0;
  if (first.id < lastId) {
    const rows = [...blocks.flatMap((block) => block.rows), ...added].sort((a, b) => a.id - b.id);
    return blocksOf(rows);
  }
  const isTailOpen = tail !== undefined && tail.rows.length < BLOCK_SIZE;
  if (!isTailOpen) return [...blocks, ...blocksOf(added)];
  return [...blocks.slice(0, -1), ...blocksOf([...tail.rows, ...added])];
}
