import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './rendered-manifests';

const SCRIPT = path.join(root, 'k8s', 'components', 'redis-cluster', 'node.sh');
const PASSWORD = 'a password of the test';
/** Stands for the cluster's names: the script asks nothing else of it. */
const GETENT = `#!/bin/sh\nawk -v name="$2" '$2 == name { print $1, "STREAM", name }' "$HOSTS"\n`;

interface RedisNodesOptions {
  folder: string;
  /** Where redis-server and redis-cli are. */
  programs: string;
  port: number;
  primaries: number;
}

/** The servers of k8s/components/redis-cluster as processes of this machine, each with an address of the loopback network. */
export class RedisNodes {
  readonly names: string[];
  private readonly children = new Map<string, ChildProcess>();
  private readonly addresses = new Map<string, string>();
  private readonly hosts: string;

  constructor(private readonly options: RedisNodesOptions) {
    const numbers = Array.from({ length: options.primaries }, (_, index) => index);
    this.names = ['redis', 'redis-standby'].flatMap((set) =>
      numbers.map((number) => `${set}-${number}.${set}.test.svc`),
    );
    this.hosts = path.join(options.folder, 'hosts');
    const getent = path.join(options.folder, 'bin', 'getent');
    mkdirSync(path.dirname(getent), { recursive: true });
    writeFileSync(getent, GETENT);
    chmodSync(getent, 0o755);
  }

  /** Gives servers addresses `127.0.<network>.<place>` and starts them there, with the data that they have. */
  start(network: number, names = this.names): void {
    for (const name of names) this.addresses.set(name, `127.0.${network}.${this.names.indexOf(name) + 1}`);
    writeFileSync(this.hosts, [...this.addresses].map(([name, address]) => `${address} ${name}\n`).join(''));
    for (const name of names) {
      const own = ['serve', '--maxmemory', '64mb', '--bind', this.address(name)];
      mkdirSync(path.join(this.options.folder, name), { recursive: true });
      this.children.set(name, spawn('/bin/sh', [SCRIPT, ...own], { env: this.environment(name), stdio: 'ignore' }));
    }
  }

  /** Runs the script as a probe or hook of a server does. @returns its exit code */
  run(name: string, command: 'ready' | 'leave'): number | null {
    return spawnSync('/bin/sh', [SCRIPT, command], { env: this.environment(name) }).status;
  }

  /** Asks a server, which sends on to the one that knows. */
  ask(name: string, ...words: string[]): string {
    const program = path.join(this.options.programs, 'redis-cli');
    const where = ['-h', this.address(name), '-p', String(this.options.port)];
    const { stdout } = spawnSync(program, [...where, ...words], { env: this.environment(name), encoding: 'utf8' });
    return stdout.trim();
  }

  isPrimary(name: string): boolean {
    return this.ask(name, 'role').startsWith('master');
  }

  areReady(names = this.names): boolean {
    return names.every((name) => this.run(name, 'ready') === 0);
  }

  async kill(...names: string[]): Promise<void> {
    const going = names.map((name) => this.children.get(name)).filter((child) => child?.exitCode === null);
    await Promise.all(
      going.map(async (child) => {
        if (!child || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
  }

  private address(name: string): string {
    return this.addresses.get(name) ?? '';
  }

  private environment(name: string): Record<string, string> {
    const { folder, programs, port, primaries } = this.options;
    return {
      PATH: [path.join(folder, 'bin'), programs, process.env.PATH].join(':'),
      HOSTS: this.hosts,
      ADDRESS: this.address(name),
      SERVER: name,
      SERVERS: this.names.join(' '),
      PRIMARIES: String(primaries),
      PORT: String(port),
      DATA: path.join(folder, name),
      REDISCLI_AUTH: PASSWORD,
      LOOK_SECONDS: '0.5',
      SETTLED_SECONDS: '3',
    };
  }
}
