import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { askBroker, endWithUs, eventually, freePort } from '@stoa/testing';
import { Attribute, Change, Client } from 'ldapts';

export const BASE = 'dc=x,dc=example';
export const MANAGER = `cn=manager,${BASE}`;
export const MANAGER_PASSWORD = 'manager secret';
/** Gets no more than {@link MOST_ENTRIES} entries at a time. */
export const READER = `cn=reader,${BASE}`;
export const READER_PASSWORD = 'reader secret';
export const MOST_ENTRIES = 500;

/** What Active Directory has beyond the usual, in the forms that it has there. */
const ACTIVE_DIRECTORY = `
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 2.16.840.1.113730.3.1.35 NAME 'thumbnailPhoto'
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'adUser' SUP top AUXILIARY
  MAY ( sAMAccountName $ userAccountControl $ objectGUID $ thumbnailPhoto ) )
`;

const UNITS = ['people', 'groups', 'staff', 'crowd'];

const MODULES = '/usr/lib/ldap';
const SCHEMAS = '/etc/ldap/schema';

/** OpenLDAP's server with a tree of a test's own, which speaks TLS by a certificate that it signed itself. */
export class DirectoryServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    readonly port: number,
    private readonly securePort: number,
    /** What signed the server's certificate, as PEM. */
    readonly certificate: string,
  ) {}

  static async start(): Promise<DirectoryServer> {
    const program = await askBroker('/slapd');
    const folder = mkdtempSync(path.join(tmpdir(), 'stoa-slapd-'));
    const certificate = makeCertificate(folder);
    const server = new DirectoryServer(program, folder, await freePort(), await freePort(), certificate);
    writeFileSync(path.join(folder, 'slapd.conf'), configuration(folder));
    writeFileSync(path.join(folder, 'active-directory.schema'), ACTIVE_DIRECTORY);
    mkdirSync(path.join(folder, 'data'));
    await server.run();
    await server.write((client) => plant(client));
    return server;
  }

  get url(): string {
    return `ldap://localhost:${this.port}`;
  }

  /** Speaks TLS from the first byte. */
  get secureUrl(): string {
    return `ldaps://localhost:${this.securePort}`;
  }

  /** Starts it, again after {@link kill}: the tree is still there. */
  async run(): Promise<void> {
    const addresses = `ldap://127.0.0.1:${this.port} ldaps://127.0.0.1:${this.securePort}`;
    const args = ['-f', path.join(this.folder, 'slapd.conf'), '-h', addresses, '-d', '0'];
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

  /** Takes everybody and every group away. */
  clear(): Promise<void> {
    return this.write(async (client) => {
      for (const unit of UNITS) {
        const base = `ou=${unit},${BASE}`;
        const { searchEntries } = await client.search(base, { scope: 'one', attributes: ['1.1'], paged: true });
        for (const { dn } of searchEntries) await client.del(dn);
      }
    });
  }

  /** Gives an entry these values of an attribute, or none, instead of those that it has. */
  replace(dn: string, type: string, ...values: (string | Buffer)[]): Promise<void> {
    const modification = new Attribute({ type, values: values.map((value) => Buffer.from(value)) });
    return this.write((client) => client.modify(dn, new Change({ operation: 'replace', modification })));
  }

  async addPerson(uid: string, more: Record<string, string> = {}): Promise<string> {
    const dn = `uid=${uid},ou=people,${BASE}`;
    const names = { cn: `Name of ${uid}`, sn: uid, mail: `${uid}@x.example`, userPassword: `${uid} secret` };
    await this.write((client) => client.add(dn, { objectClass: ['inetOrgPerson'], uid, ...names, ...more }));
    return dn;
  }

  /** Somebody as Active Directory has them. @returns the name of the entry */
  async addAdUser(name: string, more: Record<string, string | Buffer>): Promise<string> {
    const dn = `cn=${name},ou=staff,${BASE}`;
    const values: Record<string, string | Buffer> = {
      ...{ cn: name, sn: name, displayName: `Name of ${name}`, userPassword: `${name} secret` },
      ...{ sAMAccountName: name, userAccountControl: '512', objectGUID: randomBytes(16), ...more },
    };
    const classes = new Attribute({ type: 'objectClass', values: ['inetOrgPerson', 'adUser'] });
    const attributes = Object.entries(values).map(([type, value]) =>
      typeof value === 'string' ? new Attribute({ type, values: [value] }) : new Attribute({ type, values: [value] }),
    );
    await this.write((client) => client.add(dn, [classes, ...attributes]));
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
    ...['core', 'cosine', 'inetorgperson', 'nis'].map((name) => `include ${SCHEMAS}/${name}.schema`),
    `include ${file('active-directory.schema')}`,
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
    `limits dn.exact="${READER}" size=${MOST_ENTRIES} size.prtotal=unlimited`,
    'overlay memberof',
    'access to attrs=userPassword by anonymous auth by * none',
    'access to * by users read by * none',
    '',
  ].join('\n');
}

async function plant(client: Client): Promise<void> {
  await client.add(BASE, { objectClass: ['dcObject', 'organization'], dc: 'x', o: 'X' });
  await client.add(READER, {
    ...{ objectClass: ['organizationalRole', 'simpleSecurityObject'], cn: 'reader', userPassword: READER_PASSWORD },
  });
  for (const ou of UNITS) {
    await client.add(`ou=${ou},${BASE}`, { objectClass: ['organizationalUnit'], ou });
  }
}
