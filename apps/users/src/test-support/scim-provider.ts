import type { CreatedRealm } from '@stoa/database';
import { ScimService } from '../directories/scim/scim.service';
import { ScimTokensService } from '../directories/scim-tokens/scim-tokens.service';
import { TEST_HOST, UsersApplication } from './users-application';

const CALL = { requestId: 'scim', deadlineAt: Number.MAX_SAFE_INTEGER };
const OPTIONS = {
  name: 'Test',
  gives_whole_names: true,
  creates_guests_without_channels: false,
  accepts_deletions: false,
  adopts_groups: false,
  expires_in_days: null,
  profile_fields: new Array<{ external: string; local: string }>(),
};

interface Answer {
  status: number;
  etag: string | null;
  // What a provider reads: any JSON.
  body: Record<string, unknown>;
}

/** What an identity provider asks of an organization with its token. */
export class ScimProvider {
  private constructor(
    private readonly app: UsersApplication,
    readonly realm: CreatedRealm,
    readonly tokenId: number,
  ) {}

  static async create(
    app: UsersApplication,
    realm: CreatedRealm,
    options: Partial<typeof OPTIONS> = {},
  ): Promise<ScimProvider> {
    const given = { realm_id: realm.id, partition: realm.partition, ...OPTIONS, ...options };
    return new ScimProvider(app, realm, (await app.get(ScimTokensService).create(CALL, given)).id);
  }

  /** @param more.of an organization that the token may not be of */
  async ask(
    method: string,
    path: string,
    body?: object,
    { query = {}, ifMatch = null as string | null, of = this.realm } = {},
  ): Promise<Answer> {
    const answer = await this.app.get(ScimService).answer(CALL, {
      ...{ realm_id: of.id, partition: of.partition, realm_host: TEST_HOST, realm_url: `http://${TEST_HOST}` },
      ...{ token_id: this.tokenId, method, path: path.split('/'), query },
      ...{ body: body ? JSON.stringify(body) : null, if_match: ifMatch },
    });
    return { ...answer, body: answer.body === null ? {} : JSON.parse(answer.body) };
  }

  patch(path: string, ...operations: object[]): Promise<Answer> {
    return this.ask('PATCH', path, { Operations: operations });
  }

  async find(filter: string, of = 'Users'): Promise<Answer['body']> {
    return (await this.ask('GET', of, undefined, { query: { filter } })).body;
  }

  /** @returns the id of somebody who was not there */
  async create(userName: string, more: object = {}): Promise<string> {
    const name = { formatted: `Name of ${userName.split('@')[0]}` };
    return this.made('Users', { userName, name, ...more });
  }

  newGroup(displayName: string, memberIds: readonly string[] = []): Promise<string> {
    return this.made('Groups', { displayName, members: memberIds.map((value) => ({ value })) });
  }

  async memberIds(group: string): Promise<string[]> {
    const { members } = (await this.ask('GET', `Groups/${group}`)).body;
    return Array.isArray(members) ? members.map(({ value }: { value: string }) => value) : [];
  }

  private async made(path: string, body: object): Promise<string> {
    const answer = await this.ask('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return String(answer.body.id);
  }
}
