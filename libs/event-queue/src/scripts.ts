import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A Lua script with the digest that Redis knows it by. */
export interface Script {
  readonly name: string;
  readonly source: string;
  readonly sha: string;
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
  const shebang = flags === 'none' ? '#!lua' : `#!lua flags=${flags}`;
  return compose(name, [shebang, ...['common', ...shared, name].map(text)].join('\n'));
}

/** Every script, read once when the library is loaded. */
export const scripts = {
  create: slotScript('create', 'none'),
  open: slotScript('open', 'allow-oom'),
  poll: slotScript('poll', 'allow-oom', 'reading', 'together'),
  heartbeat: slotScript('heartbeat', 'allow-oom', 'reading', 'together'),
  follow: slotScript('follow', 'allow-oom', 'reading'),
  unpark: slotScript('unpark', 'allow-oom'),
  unheld: slotScript('unheld', 'no-writes'),
  delete: slotScript('delete', 'allow-oom'),
  append: slotScript('append', 'none'),
  move: slotScript('move', 'allow-oom'),
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
