import type { LdapConfig } from '@stoa/contracts/users';
import { UnavailableError } from '@stoa/errors';
import {
  AndFilter,
  type Client,
  type Entry,
  EqualityFilter,
  type Filter,
  FilterParser,
  InvalidCredentialsError,
  NoSuchObjectError,
} from 'ldapts';
import { ANSWER_TIMEOUT_MS, cannotBeAsked, clientOf, messageOf, secure } from './ldap-client';
import { allValues, attributesOf, binaryAttributes, pageSizeOf } from './ldap-entry';
import { typedFilter } from './ldap-filters';
import type { LdapGroup } from './ldap-groups';
import { type LdapPerson, personOf } from './ldap-person';

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

  /**
   * The one person whom a typed name means; undefined for none, and for several.
   * @param typed the address, or a name that the directory knows
   * @throws UnavailableError
   */
  async find(typed: string): Promise<LdapPerson | undefined> {
    const wanted = typedFilter(typed, this.config);
    if (!wanted) return undefined;
    const both = new AndFilter({ filters: [FilterParser.parseString(this.config.people_filter), wanted] });
    const { people } = await this.search(both);
    return people.length === 1 ? people[0] : undefined;
  }

  /** Everybody whom the filter finds. @throws UnavailableError: a search that fails has not found that nobody is there */
  people(): Promise<FoundPeople> {
    return this.search(FilterParser.parseString(this.config.people_filter));
  }

  /** Every group that the filter of groups finds, with all of its members. @throws UnavailableError */
  async groups(): Promise<LdapGroup[]> {
    const { mirrored_groups: mirrored } = this.config;
    if (!mirrored) return [];
    const { search_bases: bases, filter, name, members } = mirrored;
    const found: LdapGroup[] = [];
    for (const base of bases) {
      for await (const entry of this.entries(base, FilterParser.parseString(filter), [name, members])) {
        const [called] = await allValues(entry, name, () => Promise.resolve(undefined));
        const values = await allValues(entry, members, (part) => this.entry(entry.dn, part));
        if (called !== undefined && called.trim() !== '') {
          found.push({ dn: entry.dn, name: called.trim(), members: values });
        }
      }
    }
    return found;
  }

  /**
   * Names of the groups that list somebody himself, by the attribute of groups: servers without `memberOf` can say it, too.
   * @throws UnavailableError
   */
  async groupNamesOf({ dn, login }: Pick<LdapPerson, 'dn' | 'login'>): Promise<string[]> {
    const { mirrored_groups: mirrored } = this.config;
    const member = mirrored?.members_are === 'login' ? login : dn;
    if (!mirrored || member === undefined) return [];
    const { search_bases: bases, filter, name, members } = mirrored;
    const isListed = new EqualityFilter({ attribute: members, value: member });
    const both = new AndFilter({ filters: [FilterParser.parseString(filter), isListed] });
    const found: string[] = [];
    for (const base of bases) {
      for await (const entry of this.entries(base, both, [name])) {
        const [called = ''] = await allValues(entry, name, () => Promise.resolve(undefined));
        if (called.trim() !== '') found.push(called.trim());
      }
    }
    return found;
  }

  /** The picture of an entry; undefined for none. @throws UnavailableError */
  async picture({ dn }: Pick<LdapPerson, 'dn'>): Promise<Buffer | undefined> {
    const { avatar } = this.config.attributes;
    if (avatar === undefined) return undefined;
    const entry = await this.entry(dn, avatar);
    const name = entry && Object.keys(entry).find((known) => known.toLowerCase() === avatar.toLowerCase());
    const value = entry && name !== undefined ? entry[name] : undefined;
    const first = Array.isArray(value) ? value[0] : value;
    return Buffer.isBuffer(first) && first.length > 0 ? first : undefined;
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
      throw cannotBeAsked(error);
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await this.client.unbind().catch(() => undefined);
  }

  private async search(filter: Filter): Promise<FoundPeople> {
    const { search_bases: bases, attributes, profile_fields: fields = [] } = this.config;
    const names = [
      ...Object.values(attributes),
      ...fields.map(({ external }) => external),
      attributes.groups ?? 'memberOf',
    ];
    const found: FoundPeople = { people: [], problems: [] };
    const seen = new Set<string>();
    for (const base of bases) {
      for await (const entry of this.entries(base, filter, names)) {
        if (seen.has(entry.dn.toLowerCase())) continue;
        seen.add(entry.dn.toLowerCase());
        const person = personOf(entry.dn, attributesOf(entry, this.config), this.config);
        if ('problem' in person) found.problems.push(person.problem);
        else found.people.push(person);
      }
    }
    return found;
  }

  /** Page by page. */
  private async *entries(base: string, filter: Filter, names: string[]): AsyncGenerator<Entry> {
    try {
      const pages = this.client.searchPaginated(base, {
        scope: 'sub',
        filter,
        attributes: names,
        timeLimit: ANSWER_TIMEOUT_MS / 1_000,
        explicitBufferAttributes: binaryAttributes(this.config),
        paged: { pageSize: pageSizeOf(names, this.config) },
      });
      for await (const { searchEntries } of pages) yield* searchEntries;
    } catch (error) {
      throw cannotBeAsked(error);
    }
  }

  /** One entry with one attribute; undefined if it is gone. */
  private async entry(dn: string, attribute: string): Promise<Entry | undefined> {
    try {
      const { searchEntries } = await this.client.search(dn, {
        scope: 'base',
        attributes: [attribute],
        timeLimit: ANSWER_TIMEOUT_MS / 1_000,
        explicitBufferAttributes: binaryAttributes(this.config),
      });
      return searchEntries[0];
    } catch (error) {
      if (error instanceof NoSuchObjectError) return undefined;
      throw cannotBeAsked(error);
    }
  }
}
