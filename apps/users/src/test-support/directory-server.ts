import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { askBroker, endWithUs, eventually, freePort } from '@stoa/testing';
import { Client } from 'ldapts';

export const BASE = 'dc=x,dc=example';
export const MANAGER = `cn=manager,${BASE}`;
export const MANAGER_PASSWORD = 'manager secret';

const MODULES = '/usr/lib/ldap';
const SCHEMAS = '/etc/ldap/schema';

/** OpenLDAP's server with a tree of a test's own, which speaks TLS by a certificate that it signed itself. */
export class DirectoryServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    readonly port: number,
    /** What signed the server's certificate, as PEM. */
    readonly certificate: string,
  ) {}

  static async start(): Promise<DirectoryServer> {
    const program = await askBroker('/slapd');
    const folder = mkdtempSync(path.join(tmpdir(), 'stoa-slapd-'));
    const certificate = makeCertificate(folder);
    const server = new DirectoryServer(program, folder, await freePort(), certificate);
    writeFileSync(path.join(folder, 'slapd.conf'), configuration(folder));
    mkdirSync(path.join(folder, 'data'));
    await server.run();
    await server.write((client) => plant(client));
    return server;
  }

  get url(): string {
    return `ldap://localhost:${this.port}`;
  }

  /** Starts it, again after {@link kill}: the tree is still there. */
  async run(): Promise<void> {
    const args = ['-f', path.join(this.folder, 'slapd.conf'), '-h', `ldap://127.0.0.1:${this.port}`, '-d', '0'];
    this.child = spawn(this.program, args, { stdio: 'ignore' });
    endWithUs(this.child);
    await eventually(() => this.answers(), { timeoutMs: 20_000, stepMs: 50 });
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Changes the tree as its manager. */
  async write(work: (client: Client) => Promise<void>): Promise<void> {
    const client = new Client({ url: `ldap://127.0.0.1:${this.port}`, timeout: 10_000, connectTimeout: 5_000 });
    try {
      await client.bind(MANAGER, MANAGER_PASSWORD);
      await work(client);
    } finally {
      await client.unbind();
    }
  }

  async addPerson(uid: string, more: Record<string, string> = {}): Promise<string> {
    const dn = `uid=${uid},ou=people,${BASE}`;
    const names = { cn: `Name of ${uid}`, sn: uid, mail: `${uid}@x.example`, userPassword: `${uid} secret` };
    await this.write((client) => client.add(dn, { objectClass: ['inetOrgPerson'], uid, ...names, ...more }));
    return dn;
  }

  private async answers(): Promise<boolean> {
    const client = new Client({ url: `ldap://127.0.0.1:${this.port}`, timeout: 1_000, connectTimeout: 1_000 });
    return client
      .bind('', '')
      .then(
        () => true,
        () => false,
      )
      .finally(() => client.unbind().catch(() => undefined));
  }
}

function makeCertificate(folder: string): string {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'certificate.pem')];
  const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  execFileSync('openssl', [...kind, ...names, ...files], { stdio: 'ignore' });
  return readFileSync(path.join(folder, 'certificate.pem'), 'utf8');
}

function configuration(folder: string): string {
  const file = (name: string) => path.join(folder, name);
  return [
    ...['core', 'cosine', 'inetorgperson'].map((name) => `include ${SCHEMAS}/${name}.schema`),
    `modulepath ${MODULES}`,
    'moduleload back_mdb',
    'moduleload memberof',
    `TLSCertificateFile ${file('certificate.pem')}`,
    `TLSCertificateKeyFile ${file('key.pem')}`,
    'database mdb',
    'maxsize 33554432',
    `suffix "${BASE}"`,
    `rootdn "${MANAGER}"`,
    `rootpw "${MANAGER_PASSWORD}"`,
    `directory ${file('data')}`,
    'overlay memberof',
    'access to attrs=userPassword by anonymous auth by * none',
    'access to * by users read by * none',
    '',
  ].join('\n');
}

async function plant(client: Client): Promise<void> {
  await client.add(BASE, { objectClass: ['dcObject', 'organization'], dc: 'x', o: 'X' });
  for (const ou of ['people', 'groups']) {
    await client.add(`ou=${ou},${BASE}`, { objectClass: ['organizationalUnit'], ou });
  }
}
