import { ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endWithUs, freePort } from '@stoa/testing';
import { ConnectionOptions, NatsConnection, connect } from 'nats';
import { root } from './rendered-manifests';

const COMPONENT = path.join(root, 'k8s', 'components', 'nats-cluster');
const USER = 'stoa';
const PASSWORD = 'n0123456789abcdef';

interface NatsPorts {
  client: number;
  route: number;
  monitor: number;
}

/** The servers of k8s/components/nats-cluster as processes of this machine, each with ports of its own. */
export class NatsServers {
  private readonly children: ChildProcess[] = [];
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

  /** @param file the one of the component's configurations that `serve.sh` is given */
  async start(size: number, file: string): Promise<void> {
    this.ports = await Promise.all(
      Array.from({ length: size }, async () => {
        return { client: await freePort(), route: await freePort(), monitor: await freePort() };
      }),
    );
    for (const [index, { route, ...own }] of this.ports.entries()) {
      const folder = this.configurations(index);
      mkdirSync(folder, { recursive: true });
      for (const name of readdirSync(COMPONENT).filter((entry) => entry.endsWith('.conf'))) {
        // Only what is this machine's: ports, the name of the machine, the folder of the certificate.
        const text = readFileSync(path.join(COMPONENT, name), 'utf8')
          .replace('port: 4222', `host: "127.0.0.1"\nport: ${own.client}`)
          .replace('http_port: 8222', `http: "127.0.0.1:${own.monitor}"`)
          .replace('listen: "0.0.0.0:6222"', `listen: "127.0.0.1:${route}"`)
          .replaceAll(
            /nats-(\d)\.nats-headless:6222/g,
            (_all, number) => `localhost:${this.ports[Number(number)]?.route}`,
          )
          .replaceAll('/etc/nats-tls', this.certificates);
        writeFileSync(path.join(folder, name), text);
      }
      const child = spawn('/bin/sh', [path.join(COMPONENT, 'serve.sh'), file], {
        stdio: 'ignore',
        env: {
          PATH: `${path.dirname(this.program)}:${process.env.PATH}`,
          NAME: `nats-${index}`,
          NATS_USER: USER,
          NATS_PASSWORD: PASSWORD,
          CONFIGURATIONS: folder,
          CERTIFICATES: this.certificates,
          LOOK_SECONDS: '0.2',
        },
      });
      endWithUs(child);
      this.children.push(child);
    }
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

  /** How many other servers a server has a route to. */
  async neighbours(index: number): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.ports[index]?.monitor}/routez`);
    const { routes = [] }: { routes?: { remote_id: string }[] } = JSON.parse(await answer.text());
    return new Set(routes.map(({ remote_id: id }) => id)).size;
  }

  /** Runs what stops a pod, for a server that is not the first process. @returns its exit code */
  leave(index: number, command: readonly string[]): number | null {
    const [, ...args] = command;
    const given = args.map((word) => word.replace('=1', `=${this.children[index]?.pid}`));
    return spawnSync(this.program, given).status;
  }

  /** What a server's end says: its code, or the signal. */
  async end(index: number): Promise<number | NodeJS.Signals | null> {
    const child = this.children[index];
    if (!child) throw new Error(`there is no server ${index}`);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode ?? child.signalCode;
  }

  async stop(): Promise<void> {
    for (const child of this.children) child.kill('SIGKILL');
    await Promise.all(this.children.map((_child, index) => this.end(index)));
  }

  private configurations(index: number): string {
    return path.join(this.folder, `nats-${index}`);
  }
}
