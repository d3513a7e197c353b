import { ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endWithUs, eventually, freePort } from '@stoa/testing';
import { ConnectionOptions, NatsConnection, connect } from 'nats';
import { readManifests, root } from './rendered-manifests';

const COMPONENT = path.join(root, 'k8s', 'components', 'nats-cluster');
const USER = 'stoa';
const PASSWORD = 'n0123456789abcdef';
const ROUTE_PASSWORD = 'r0123456789abcdef';
const SECRET: Record<string, string> = {
  STOA_NATS_USER: USER,
  STOA_NATS_PASSWORD: PASSWORD,
  routePassword: ROUTE_PASSWORD,
};
const PATIENCE = { timeoutMs: 30_000, stepMs: 100 };

interface NatsPorts {
  client: number;
  route: number;
  monitor: number;
}

interface Running {
  child: ChildProcess;
  /** What it has said. */
  output: string;
}

/** The container's variables as the kubelet would make them. */
function environmentOf(index: number): Record<string, string> {
  const servers = readManifests('components/nats-cluster/nats.yaml').find(({ kind }) => kind === 'StatefulSet');
  const environment: Record<string, string> = { NAME: `nats-${index}` };
  for (const { name, value, valueFrom } of servers?.spec?.template?.spec.containers[0]?.env ?? []) {
    const given = value?.replaceAll(/\$\((\w+)\)/g, (all, other: string) => environment[other] ?? all);
    const known = given ?? SECRET[valueFrom?.secretKeyRef?.key ?? ''];
    if (known !== undefined) environment[name] = known;
  }
  return environment;
}

/** The servers of k8s/components/nats-cluster as processes of this machine, each with ports of its own. */
export class NatsServers {
  private readonly servers: Running[] = [];
  private ports: NatsPorts[] = [];
  private readonly certificates: string;

  /** @param program nats-server */
  constructor(
    private readonly program: string,
    private readonly folder: string,
  ) {
    this.certificates = path.join(folder, 'nats-tls');
    mkdirSync(this.certificates, { recursive: true });
  }

  /**
   * @param file the one of the component's configurations that `serve.sh` is given
   * @param isOpen whether anybody may join them, as it was before they had a password among themselves
   */
  async start(size: number, file: string, isOpen = false): Promise<void> {
    this.ports = await Promise.all(
      Array.from({ length: size }, async () => {
        return { client: await freePort(), route: await freePort(), monitor: await freePort() };
      }),
    );
    this.configure(isOpen);
    for (const index of this.ports.keys()) this.servers[index] = this.run(index, file, isOpen);
  }

  /** Brings every server the component's files; those that run find them. */
  configure(isOpen = false): void {
    for (const [index, { route, ...own }] of this.ports.entries()) {
      const folder = this.configurations(index);
      mkdirSync(folder, { recursive: true });
      for (const name of readdirSync(COMPONENT).filter((entry) => entry.endsWith('.conf'))) {
        const text = readFileSync(path.join(COMPONENT, name), 'utf8');
        const meant = isOpen ? this.opened(text) : text;
        // Only what is this machine's: ports, the name of the machine, the folder of the certificate.
        const here = meant
          .replace('port: 4222', `host: "127.0.0.1"\nport: ${own.client}`)
          .replace('http_port: 8222', `http: "127.0.0.1:${own.monitor}"`)
          .replace('listen: "0.0.0.0:6222"', `listen: "127.0.0.1:${route}"`)
          .replaceAll('/etc/nats-tls', this.certificates);
        writeFileSync(path.join(folder, name), here);
      }
    }
  }

  /** Ends a server as Kubernetes does, and starts it anew as the manifest has it, as a rolling update would. */
  async replace(index: number, file: string): Promise<void> {
    this.servers[index]?.child.kill('SIGTERM');
    await this.end(index);
    this.servers[index] = this.run(index, file, false);
  }

  /** A key, and a certificate for this machine, of an authority that is made anew as well. */
  certify(): void {
    const file = (name: string) => path.join(this.certificates, name);
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
    const made = path.join(this.folder, 'made.crt');
    execFileSync('openssl', [...kind, ...names, '-keyout', file('tls.key'), '-out', made], { stdio: 'ignore' });
    for (const name of ['ca.crt', 'tls.crt']) copyFileSync(made, file(name));
  }

  get authority(): string {
    return readFileSync(path.join(this.certificates, 'ca.crt'), 'utf8');
  }

  /** A client of one server, with the name and the password of the secret unless others are given. */
  connect(index: number, options: ConnectionOptions = {}): Promise<NatsConnection> {
    const port = this.ports[index]?.client;
    return connect({ servers: `localhost:${port}`, user: USER, pass: PASSWORD, reconnect: false, ...options });
  }

  /** How many other servers each server has a route to. */
  neighbours(): Promise<number[]> {
    return Promise.all(this.ports.map(({ monitor }) => this.neighboursAt(monitor)));
  }

  /** Whether a request reaches whoever answers it, from each server to each other. */
  async talk(): Promise<boolean> {
    const clients = await Promise.all(this.ports.map((_ports, index) => this.connect(index)));
    try {
      for (const [index, client] of clients.entries())
        client.subscribe(`asked.${index}`, { callback: (_error, message) => message.respond(message.data) });
      await Promise.all(clients.map((client) => client.flush()));
      const asked = clients.flatMap((client) =>
        clients.map((_other, index) => client.request(`asked.${index}`, undefined, { timeout: 1_000 })),
      );
      return (await Promise.allSettled(asked)).every(({ status }) => status === 'fulfilled');
    } finally {
      await Promise.all(clients.map((client) => client.close()));
    }
  }

  /**
   * Starts a server that has everything but the password of servers, and lets it dial them all.
   * @param credentials what it says instead, `NAME:PASSWORD@`
   * @param isEncrypted whether it has a certificate of their authority, as other servers have one
   * @returns how many it has joined once one of them has refused it
   */
  async joinedByStranger(credentials: string, isEncrypted: boolean): Promise<number> {
    const [client, route, monitor] = [await freePort(), await freePort(), await freePort()];
    const place = (name: string) => JSON.stringify(path.join(this.certificates, name));
    const files = `cert_file: ${place('tls.crt')}, key_file: ${place('tls.key')}, ca_file: ${place('ca.crt')}`;
    const routes = this.ports.map((others) => `nats://${credentials}localhost:${others.route}`);
    const file = path.join(this.folder, 'stranger.conf');
    writeFileSync(
      file,
      `listen: "127.0.0.1:${client}"\nhttp: "127.0.0.1:${monitor}"\n` +
        `cluster { name: stoa, listen: "127.0.0.1:${route}", routes: ${JSON.stringify(routes)}` +
        `${isEncrypted ? `, tls { ${files} }` : ''} }\n`,
    );
    const stranger = this.spawned([this.program, '-c', file], {});
    try {
      await eventually(() => stranger.output.includes('Authorization Violation'), PATIENCE);
      return await this.neighboursAt(monitor);
    } finally {
      stranger.child.kill('SIGKILL');
      await once(stranger.child, 'exit');
    }
  }

  /** Whether a password is in what the servers have written down. */
  get haveToldPasswords(): boolean {
    return this.servers.some(({ output }) => [PASSWORD, ROUTE_PASSWORD].some((word) => output.includes(word)));
  }

  /** What the servers have written down. */
  output(index: number): string {
    return this.servers[index]?.output ?? '';
  }

  /** Runs what stops a pod, for a server that is not the first process. @returns its exit code */
  leave(index: number, command: readonly string[]): number | null {
    const [, ...args] = command;
    const given = args.map((word) => word.replace('=1', `=${this.servers[index]?.child.pid}`));
    return spawnSync(this.program, given).status;
  }

  /** What a server's end says: its code, or the signal. */
  async end(index: number): Promise<number | NodeJS.Signals | null> {
    const child = this.servers[index]?.child;
    if (!child) throw new Error(`there is no server ${index}`);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode ?? child.signalCode;
  }

  async stop(): Promise<void> {
    for (const { child } of this.servers) child.kill('SIGKILL');
    await Promise.all(this.servers.map((_server, index) => this.end(index)));
  }

  private run(index: number, file: string, isOpen: boolean): Running {
    const environment = environmentOf(index);
    const { NATS_ROUTES: routes = '', NATS_ROUTE_PASSWORD: password = '', ...others } = environment;
    const here = this.placed(routes);
    return this.spawned(['/bin/sh', path.join(COMPONENT, 'serve.sh'), file], {
      PATH: `${path.dirname(this.program)}:${process.env.PATH}`,
      ...others,
      ...(isOpen ? {} : { NATS_ROUTES: here, NATS_ROUTE_PASSWORD: password }),
      CONFIGURATIONS: this.configurations(index),
      CERTIFICATES: this.certificates,
      LOOK_SECONDS: '0.2',
    });
  }

  private spawned([program = '', ...args]: string[], env: Record<string, string>): Running {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    endWithUs(child);
    const running: Running = { child, output: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (running.output += text));
    return running;
  }

  /** A configuration as it was when servers asked each other for nothing. */
  private opened(text: string): string {
    const routes = this.ports.map(({ route }) => `nats://localhost:${route}`);
    return text
      .replace(/^authorization \{.*\$NATS_ROUTE_PASSWORD.*\n/m, '')
      .replace('$NATS_ROUTES', JSON.stringify(routes));
  }

  /** Addresses of pods as those of this machine. */
  private placed(text: string): string {
    return text.replaceAll(/nats-(\d)\.nats-headless:6222/g, (_all, number) => {
      return `localhost:${this.ports[Number(number)]?.route}`;
    });
  }

  private async neighboursAt(monitor: number): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${monitor}/routez`);
    const { routes = [] }: { routes?: { remote_id: string }[] } = JSON.parse(await answer.text());
    return new Set(routes.map(({ remote_id: id }) => id)).size;
  }

  private configurations(index: number): string {
    return path.join(this.folder, `nats-${index}`);
  }
}
