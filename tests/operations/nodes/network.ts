import { ChildProcess, SpawnOptions, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endWithUs } from '@stoa/testing';

const PREFIX = 'stoa-nodes-';
const SUBNET = '10.213.77';
/** Where `ip netns exec` finds what replaces files of /etc for one namespace. */
const ETC = '/etc/netns';
/** States of a bridge's port. */
const PORT = { forwards: '3', drops: '0' };
/** What a bad line lets through, and for how long it keeps what waits before it drops that. */
const NARROW = ['root', 'tbf', 'rate', '4mbit', 'burst', '16kb', 'latency', '150ms'];
/** A bad line loses all that is under way for so long, so often (s): some six of a hundred packets, in bursts. */
const LOST_SECONDS = 0.07;
const BETWEEN_LOSSES_SECONDS = 1;

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Why this machine cannot emulate nodes; undefined where it can. */
export function whyNoNodes(): string | undefined {
  if (spawnSync('bridge', ['-V'], { stdio: 'ignore' }).error) return 'iproute2 is not installed';
  const name = `${PREFIX}${process.pid}-try`;
  if (spawnSync('ip', ['netns', 'add', name], { stdio: 'ignore' }).status !== 0)
    return 'network namespaces are not permitted';
  const hasBridges = spawnSync('ip', ['-n', name, 'link', 'add', 'try', 'type', 'bridge'], { stdio: 'ignore' });
  ip('netns', 'delete', name);
  return hasBridges.status === 0 ? undefined : 'bridges are not permitted';
}

/** Why this machine cannot emulate a bad line between nodes; undefined where it can. */
export function whyNoBadLine(): string | undefined {
  const obstacle = whyNoNodes();
  if (obstacle) return obstacle;
  const name = `${PREFIX}${process.pid}-try`;
  ip('netns', 'add', name);
  const narrow = ['netns', 'exec', name, 'tc', 'qdisc', 'add', 'dev', 'lo', ...NARROW];
  const isNarrow = spawnSync('ip', narrow, { stdio: 'ignore' }).status === 0;
  ip('netns', 'delete', name);
  return isNarrow ? undefined : 'the kernel has no tbf (NET_SCH_TBF)';
}

/** What runs of this test that were killed left. */
function removeLeftovers(): void {
  const listed = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8' });
  for (const [name, pid] of listed.matchAll(new RegExp(`^${PREFIX}(\\d+)-\\S+`, 'gm'))) {
    if (spawnSync('kill', ['-0', String(pid)], { stdio: 'ignore' }).status === 0) continue;
    ip('netns', 'delete', name);
    rmSync(path.join(ETC, name), { recursive: true, force: true });
  }
}

/** Machines by zone. */
export type Zones = Readonly<Record<string, readonly string[]>>;

/**
 * Machines of a network of their own, as network namespaces at one bridge; those of a zone at a bridge of the zone, which one
 * cable connects with the others. Nothing leads out of it: the machine itself is not part of it, and reaches what runs there
 * through files (sockets of the file system) only. A machine or zone that is cut off goes on running; nobody hears of it, as
 * after the loss of its power or of its switch.
 */
export class EmulatedNetwork {
  private readonly bridge = `${PREFIX}${process.pid}-switch`;
  private readonly hostNames = new Map<string, string>();
  private readonly losses = new Map<string, ChildProcess>();

  /**
   * @param names of the machines, at most ten letters each
   * @param zones of some of them, with names of at most ten letters
   */
  constructor(
    readonly names: readonly string[],
    zones: Zones = {},
  ) {
    removeLeftovers();
    ip('netns', 'add', this.bridge);
    this.addBridge('switch');
    for (const zone of Object.keys(zones)) {
      this.addBridge(zone);
      ip('-n', this.bridge, 'link', 'add', portOf(zone), 'type', 'veth', 'peer', 'name', `from-${zone}`);
      ip('-n', this.bridge, 'link', 'set', portOf(zone), 'master', 'switch', 'up');
      ip('-n', this.bridge, 'link', 'set', `from-${zone}`, 'master', zone, 'up');
    }
    const zoneOf = new Map(Object.entries(zones).flatMap(([zone, machines]) => machines.map((name) => [name, zone])));
    for (const [index, name] of names.entries()) this.connect(name, index + 1, zoneOf.get(name) ?? 'switch');
  }

  /** Its address. */
  address(name: string): string {
    return `${SUBNET}.${this.number(name)}`;
  }

  /** Nothing that a machine or zone sends arrives, and nothing that is sent to it; nobody is told. A zone has itself. */
  cutOff(name: string): void {
    this.setPort(name, PORT.drops);
  }

  /**
   * A machine at a bad line: slow, and what it carries is late or lost. Many kernels lack `netem`, which would do this by
   * itself. Fewer lack `tbf` (NET_SCH_TBF, a module as well), which makes a line narrow and its queue short
   * ({@link whyNoBadLine}); a port that drops everything now and then needs nothing beside bridges.
   */
  worsen(name: string): void {
    this.heal(name);
    for (const [namespace, device] of this.endsOf(name))
      ip('netns', 'exec', namespace, 'tc', 'qdisc', 'replace', 'dev', device, ...NARROW);
    const set = (state: string) => `bridge link set dev ${portOf(name)} state ${state}`;
    const step = `${set(PORT.drops)}; sleep ${LOST_SECONDS}; ${set(PORT.forwards)}; sleep ${BETWEEN_LOSSES_SECONDS}`;
    const losing = spawn('ip', ['netns', 'exec', this.bridge, 'sh', '-c', `while ${step}; do :; done`], {
      stdio: 'ignore',
    });
    endWithUs(losing);
    this.losses.set(name, losing);
  }

  /** How many segments of TCP a machine has sent a second time. */
  resent(name: string): number {
    const counters = execFileSync('ip', ['netns', 'exec', this.namespace(name), 'cat', '/proc/net/snmp'], {
      encoding: 'utf8',
    });
    const [names = [], values = []] = [...counters.matchAll(/^Tcp: (.*)$/gm)].map(([, line = '']) => line.split(' '));
    return Number(values[names.indexOf('RetransSegs')]);
  }

  /** Everything arrives again, at once; of a zone, too. */
  heal(name: string): void {
    const losing = this.losses.get(name);
    if (losing) {
      losing.kill('SIGKILL');
      this.losses.delete(name);
      for (const [namespace, device] of this.endsOf(name))
        ip('netns', 'exec', namespace, 'tc', 'qdisc', 'delete', 'dev', device, 'root');
    }
    this.setPort(name, PORT.forwards);
  }

  /** Gives a name to an address, on all machines, from the next connection on. */
  nameHost(host: string, address: string): void {
    this.hostNames.set(host, address);
    const lines = [...this.hostNames].map(([name, target]) => `${target} ${name}\n`);
    // Written in place: the file is mounted into what runs already.
    for (const name of this.names) writeFileSync(this.hostsFile(name), `127.0.0.1 localhost\n${lines.join('')}`);
  }

  /** Runs a program on a machine. It ends with this process. */
  run(name: string, program: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
    const child = spawn('ip', ['netns', 'exec', this.namespace(name), program, ...args], options);
    endWithUs(child);
    return child;
  }

  /** To be called when nothing runs there any more. */
  remove(): void {
    for (const losing of this.losses.values()) losing.kill('SIGKILL');
    for (const name of this.names) {
      ip('netns', 'delete', this.namespace(name));
      rmSync(path.join(ETC, this.namespace(name)), { recursive: true, force: true });
    }
    ip('netns', 'delete', this.bridge);
    if (readdirSync(ETC).length === 0) rmSync(ETC, { recursive: true });
  }

  private addBridge(name: string): void {
    ip('-n', this.bridge, 'link', 'add', name, 'type', 'bridge');
    ip('-n', this.bridge, 'link', 'set', name, 'up');
  }

  private connect(name: string, number: number, bridge: string): void {
    const namespace = this.namespace(name);
    ip('netns', 'add', namespace);
    ip('-n', this.bridge, 'link', 'add', portOf(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('-n', this.bridge, 'link', 'set', portOf(name), 'master', bridge, 'up');
    ip('-n', namespace, 'link', 'set', 'eth0', 'address', macOf(number));
    ip('-n', namespace, 'address', 'add', `${SUBNET}.${number}/24`, 'dev', 'eth0');
    ip('-n', namespace, 'link', 'set', 'eth0', 'up');
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    // Known for good: in a network with routers, nobody says that a neighbour is away.
    for (const [index] of this.names.entries()) {
      if (index + 1 === number) continue;
      const neighbour = ['lladdr', macOf(index + 1), 'dev', 'eth0', 'nud', 'permanent'];
      ip('-n', namespace, 'neighbour', 'replace', `${SUBNET}.${index + 1}`, ...neighbour);
    }
    mkdirSync(path.join(ETC, namespace), { recursive: true });
    writeFileSync(this.hostsFile(name), '127.0.0.1 localhost\n');
  }

  /** Of its cable: the bridge's and its own, as namespace and device. */
  private endsOf(name: string): [namespace: string, device: string][] {
    return [
      [this.bridge, portOf(name)],
      [this.namespace(name), 'eth0'],
    ];
  }

  private setPort(name: string, state: string): void {
    ip('netns', 'exec', this.bridge, 'bridge', 'link', 'set', 'dev', portOf(name), 'state', state);
  }

  private number(name: string): number {
    const index = this.names.indexOf(name);
    if (index < 0) throw new Error(`there is no machine ${name}`);
    return index + 1;
  }

  private namespace(name: string): string {
    return `${PREFIX}${process.pid}-${name}`;
  }

  private hostsFile(name: string): string {
    return path.join(ETC, this.namespace(name), 'hosts');
  }
}

function macOf(number: number): string {
  return `02:00:00:00:00:${number.toString(16).padStart(2, '0')}`;
}

/** The bridge's end of the cable of a machine or a zone. */
function portOf(name: string): string {
  return `port-${name}`;
}
