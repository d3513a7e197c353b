import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Container, Manifest, root } from './rendered-manifests';

/**
 * Node's own permissions, which stand for a read-only root: files may be read anywhere and written nowhere but in the volumes. Since
 * Node 23 the switch has lost its prefix.
 */
const PERMISSIONS = [
  Number(process.versions.node.split('.')[0]) >= 23 ? '--permission' : '--experimental-permission',
  '--no-warnings',
  '--allow-fs-read=*',
  '--allow-addons',
  '--allow-worker',
];
/** Since Node 25 the network needs a permission too. */
const NETWORK = process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : [];
const STARTED = /"internalPort":(\d+)/;
const MEBIBYTES: Record<string, number> = { Mi: 1, Gi: 1024 };

export interface Surroundings {
  /** The manifests that the container is from, for the settings that it names. */
  manifests: Manifest[];
  /** What the secrets hold that it names, by key. */
  secrets: Record<string, string>;
  /** Addresses and ports that are this machine's instead of the cluster's; only variables that the container has. */
  addresses: Record<string, string>;
  folder: string;
  /** Where the container's files are; the repository unless named. */
  files?: string;
}

/** The environment of a container, as the kubelet would make it. */
function environmentOf(container: Container, { manifests, secrets, addresses }: Surroundings): Record<string, string> {
  const settings = (container.envFrom ?? []).map(({ configMapRef }) => {
    const found = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name);
    if (!found?.data) throw new Error(`${container.name}: there is no ConfigMap ${configMapRef.name}`);
    return found.data;
  });
  const environment: Record<string, string> = Object.assign({}, ...settings);
  for (const { name, value, valueFrom } of container.env ?? []) {
    const given = value ?? secrets[valueFrom?.secretKeyRef?.key ?? ''];
    if (given !== undefined) environment[name] = given;
  }
  for (const [name, value] of Object.entries(addresses)) if (name in environment) environment[name] = value;
  return environment;
}

/** The arguments with which node may write in these folders only. */
export function withoutWritingExcept(folders: string[]): string[] {
  return [...PERMISSIONS, ...NETWORK, ...folders.map((folder) => `--allow-fs-write=${folder}`)];
}

/** A container of the manifests as a process: its own command, environment and volumes, on addresses of this machine. */
export class ContainerProcess {
  readonly child: ChildProcess;
  output = '';

  constructor(
    readonly container: Container,
    surroundings: Surroundings,
  ) {
    const volumes = (container.volumeMounts ?? []).map(({ name, mountPath }) => {
      const place = path.join(surroundings.folder, name);
      mkdirSync(place, { recursive: true });
      return { place, mountPath };
    });
    const environment = environmentOf(container, surroundings);
    for (const { place, mountPath } of volumes) {
      if (mountPath === '/tmp') environment.TMPDIR = place;
      for (const [name, value] of Object.entries(environment)) if (value === mountPath) environment[name] = place;
    }
    const [program, ...args] = container.command;
    if (program !== 'node') throw new Error(`${container.name} runs ${String(program)}`);
    const writable = volumes.map(({ place }) => path.join(place, '*'));
    this.child = spawn(process.execPath, [...withoutWritingExcept(writable), ...args], {
      cwd: surroundings.files ?? root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
  }

  get isStarted(): boolean {
    return STARTED.test(this.output);
  }

  /** Whether it tried to write where the container's root is read-only. */
  get wasRefused(): boolean {
    return this.output.includes('ERR_ACCESS_DENIED');
  }

  /** @returns the exit code */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  async status(probe: { httpGet: { path: string } } | undefined): Promise<number> {
    const [, port] = STARTED.exec(this.output) ?? [];
    const response = await fetch(`http://127.0.0.1:${port}${probe?.httpGet.path}`);
    return response.status;
  }

  /** CPU time that it has taken so far, in seconds. */
  cpuSeconds(): number {
    // After the name in parentheses, which may have spaces: user and system time are fields 14 and 15, in hundredths.
    const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  /** Most memory that it ever had, as a share of its limit. */
  memoryShare(): number {
    const [, amount, unit = ''] = /^(\d+)(Mi|Gi)$/.exec(this.container.resources.limits.memory) ?? [];
    const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) / 1024 / (Number(amount) * (MEBIBYTES[unit] ?? Number.NaN));
  }
}
