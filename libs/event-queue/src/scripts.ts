import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A Lua script with the digest that Redis knows it by. */
export interface Script {
  readonly name: string;
  readonly source: string;
  readonly sha: string;
}

/** A script whose calls for several slots may be made in one. */
export interface JoinableScript extends Script {
  readonly joined: Script;
  /** Keys that joined calls have at most: about a millisecond of Redis' time. */
  readonly mostKeys: number;
}

/** Whether a script may run when Redis is out of memory: those that free some, or that a client waits for, may. */
type Flags = 'allow-oom' | 'no-writes' | 'none';

function text(name: string): string {
  return readFileSync(path.join(__dirname, 'scripts', `${name}.lua`), 'utf8');
}

function compose(name: string, source: string): Script {
  return { name, source, sha: createHash('sha1').update(source).digest('hex') };
}

function slotScript(name: string, flags: Flags, ...shared: string[]): Script {
  return compose(name, [...beginOf(flags), bodyOf(name, shared)].join('\n'));
}

function joinable(name: string, mostKeys: number, flags: Flags, ...shared: string[]): JoinableScript {
  const run = ['local function run(KEYS, ARGV)', bodyOf(name, shared), 'end', text('joined')];
  const joined = compose(name, [...beginOf(flags), ...run].join('\n'));
  return { ...slotScript(name, flags, ...shared), joined, mostKeys };
}

function beginOf(flags: Flags): string[] {
  return [flags === 'none' ? '#!lua' : `#!lua flags=${flags}`, text('once')];
}

function bodyOf(name: string, shared: readonly string[]): string {
  return ['common', ...shared, name].map(text).join('\n');
}

/** Of calls that append to queues: as many as one call may have, and some slots' own. */
const MOST_KEYS_OF_APPENDS = 500;
/** Of calls that answer polls, each of which takes longer. */
const MOST_KEYS_OF_POLLS = 250;

/** Every script, read once when the library is loaded. */
export const scripts = {
  create: slotScript('create', 'none'),
  open: slotScript('open', 'allow-oom'),
  poll: joinable('poll', MOST_KEYS_OF_POLLS, 'allow-oom', 'reading', 'pruning', 'together'),
  keep: joinable('keep', MOST_KEYS_OF_POLLS, 'allow-oom', 'reading', 'pruning', 'together'),
  heartbeat: joinable('heartbeat', MOST_KEYS_OF_POLLS, 'allow-oom', 'reading', 'together'),
  follow: slotScript('follow', 'allow-oom', 'reading'),
  unpark: slotScript('unpark', 'allow-oom'),
  unheld: slotScript('unheld', 'no-writes'),
  delete: slotScript('delete', 'allow-oom'),
  append: joinable('append', MOST_KEYS_OF_APPENDS, 'none'),
  move: joinable('move', MOST_KEYS_OF_APPENDS, 'allow-oom'),
  forget: slotScript('forget', 'allow-oom'),
  load: slotScript('load', 'no-writes'),
  woken: slotScript('woken', 'no-writes'),
  amend: slotScript('amend', 'allow-oom'),
  release: slotScript('release', 'allow-oom'),
  slotState: slotScript('slot-state', 'no-writes'),
  initialise: slotScript('initialise', 'allow-oom'),
  expire: slotScript('expire', 'allow-oom'),
  confirm: slotScript('confirm', 'allow-oom'),
  collect: slotScript('collect', 'allow-oom'),
  away: slotScript('away', 'allow-oom'),
  handOver: slotScript('hand-over', 'allow-oom'),
  purge: slotScript('purge', 'allow-oom'),
  takeLease: compose('take-lease', text('take-lease')),
  dropLease: compose('drop-lease', text('drop-lease')),
  slotVersions: compose('slot-versions', text('slot-versions')),
  announceReplica: compose('announce-replica', text('announce-replica')),
} as const;
