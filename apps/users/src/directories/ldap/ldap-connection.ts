import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { LdapConfig } from '@stoa/contracts/users';
import { UnavailableError } from '@stoa/errors';
import {
  AndFilter,
  Client,
  type Entry,
  EqualityFilter,
  type Filter,
  FilterParser,
  InvalidCredentialsError,
} from 'ldapts';
import { type LdapAttributes, type LdapPerson, personOf } from './ldap-person';

const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;
/** Active Directory gives a thousand at most. */
const PAGE = 500;
/** Ids that are bytes and no text. */
const BINARY = new Set(['objectguid', 'objectsid']);

/** People of a directory, and what was passed over. */
export interface FoundPeople {
  people: LdapPerson[];
  problems: string[];
}

/** One connection to an organization's directory, to be closed by who opened it. Referrals are not followed. */
export class LdapConnection {
  private constructor(
    private readonly config: LdapConfig,
    private readonly client: Client,
    private readonly url: string,
  ) {}

  /**
   * Connects to the first server that answers, and binds as the operator said.
   * @param bindPassword null: anonymously
   * @throws UnavailableError if no server lets us in
   */
  static async open(config: LdapConfig, bindPassword: string | null): Promise<LdapConnection> {
    const problems: string[] = [];
    for (const url of config.urls) {
      const client = clientOf(url, config);
      try {
        await secure(client, url, config);
        if (config.bind_dn !== undefined && bindPassword !== null) await client.bind(config.bind_dn, bindPassword);
        return new LdapConnection(config, client, url);
      } catch (error) {
        problems.push(`${url}: ${messageOf(error)}`);
        await client.unbind().catch(() => undefined);
      }
    }
    throw new UnavailableError(`the directory cannot be asked: ${problems.join('; ')}`);
  }

  /** The one person with an address; undefined for none, and for several. @throws UnavailableError */
  async findByEmail(email: string): Promise<LdapPerson | undefined> {
    const { people_filter: filter, attributes } = this.config;
    const wanted = new EqualityFilter({ attribute: attributes.email, value: email });
    const both = new AndFilter({ filters: [FilterParser.parseString(filter), wanted] });
    const { people } = await this.search(both);
    return people.length === 1 ? people[0] : undefined;
  }

  /** Everybody whom the filter finds. @throws UnavailableError: a search that fails has not found that nobody is there */
  people(): Promise<FoundPeople> {
    return this.search(FilterParser.parseString(this.config.people_filter));
  }

  /**
   * Whether a password is an entry's. An empty one never is: servers take a bind without a password as an anonymous one.
   * @throws UnavailableError
   */
  async isPasswordOf({ dn }: LdapPerson, password: string): Promise<boolean> {
    if (password === '') return false;
    const client = clientOf(this.url, this.config);
    try {
      await secure(client, this.url, this.config);
      await client.bind(dn, password);
      return true;
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return false;
      throw new UnavailableError(`the directory cannot be asked: ${messageOf(error)}`, { cause: error });
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await this.client.unbind().catch(() => undefined);
  }

  private async search(filter: Filter): Promise<FoundPeople> {
    const { search_bases: bases, attributes } = this.config;
    const names = [...Object.values(attributes), attributes.groups ?? 'memberOf'];
    const found: FoundPeople = { people: [], problems: [] };
    const seen = new Set<string>();
    for (const base of bases) {
      for (const entry of await this.entries(base, filter, names)) {
        if (seen.has(entry.dn.toLowerCase())) continue;
        seen.add(entry.dn.toLowerCase());
        const person = personOf(entry.dn, attributesOf(entry), this.config);
        if ('problem' in person) found.problems.push(person.problem);
        else found.people.push(person);
      }
    }
    return found;
  }

  private async entries(base: string, filter: Filter, names: string[]): Promise<Entry[]> {
    try {
      const { searchEntries } = await this.client.search(base, {
        scope: 'sub',
        filter,
        attributes: names,
        timeLimit: ANSWER_TIMEOUT_MS / 1_000,
        explicitBufferAttributes: names.filter((name) => BINARY.has(name.toLowerCase())),
        paged: { pageSize: PAGE },
      });
      return searchEntries;
    } catch (error) {
      throw new UnavailableError(`the directory cannot be asked: ${messageOf(error)}`, { cause: error });
    }
  }
}

/** @returns why a configuration cannot be used, without asking anybody */
export function configProblem({
  urls,
  start_tls: startTls,
  allow_plain: isPlain,
  ...config
}: LdapConfig): string | null {
  const readable = urls.find((url) => url.startsWith('ldap:'));
  if (readable !== undefined && !startTls && !isPlain) {
    return `${readable} would send passwords readably: use ldaps, start_tls, or allow_plain for tests`;
  }
  const { full_name: whole, first_name: first, last_name: last } = config.attributes;
  if (whole === undefined && first === undefined && last === undefined) return 'attributes name no part of a name';
  try {
    FilterParser.parseString(config.people_filter);
    return null;
  } catch (error) {
    return `people_filter is not a filter: ${messageOf(error)}`;
  }
}

function clientOf(url: string, config: LdapConfig): Client {
  const tlsOptions = url.startsWith('ldaps:') ? tlsOptionsOf(url, config) : undefined;
  return new Client({ url, timeout: ANSWER_TIMEOUT_MS, connectTimeout: CONNECT_TIMEOUT_MS, tlsOptions });
}

/**
 * Encrypts the connection where the operator wants StartTLS. The library (8.x) does not notice the end of a connection that was
 * encrypted in this way and never connects anew, which would be readable: what is asked on it then runs into its time limit.
 */
async function secure(client: Client, url: string, config: LdapConfig): Promise<void> {
  if (config.start_tls && url.startsWith('ldap:')) await client.startTLS(tlsOptionsOf(url, config));
}

/** The server's certificate must be of the host that the operator named. */
function tlsOptionsOf(url: string, { ca_certificate: ca }: LdapConfig): ConnectionOptions {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return { ca, host, minVersion: 'TLSv1.2', ...(isIP(host) === 0 ? { servername: host } : {}) };
}

function attributesOf({ dn: _dn, ...given }: Entry): LdapAttributes {
  return new Map(
    Object.entries(given).map(([name, value]) => {
      const values = Array.isArray(value) ? value : [value];
      return [name.toLowerCase(), values.map((one) => (Buffer.isBuffer(one) ? one.toString('hex') : one))];
    }),
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.trim() : String(error);
}
