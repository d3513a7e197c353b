import { HttpClient, encodeRequest } from './http-client';
import { numberField, objectField, parseObject } from './json';
import type { SeededRealm } from './seed';

/** Clients report once a minute. */
const INTERVAL_SECONDS = 60;
const ACTIVE_SHARE = 0.9;

/** Everybody's reports, evenly spread over a minute. */
export class PresenceReporters {
  /** The newest id that each user's client knows. */
  private readonly known: number[];
  bytes = 0;

  constructor(
    private readonly client: HttpClient,
    private readonly realm: SeededRealm,
    private readonly isIncremental: boolean,
  ) {
    this.known = realm.users.map(() => -1);
  }

  get rate(): number {
    return this.realm.users.length / INTERVAL_SECONDS;
  }

  async report(index: number): Promise<void> {
    const position = index % this.realm.users.length;
    const credentials = this.realm.users[position];
    if (!credentials) throw new Error('there are no users');
    const form: Record<string, string> = { status: Math.random() < ACTIVE_SHARE ? 'active' : 'idle' };
    if (this.isIncremental) form.last_update_id = String(this.known[position] ?? -1);
    else form.ping_only = 'true';
    const { host } = this.realm;
    const request = encodeRequest({ method: 'POST', path: '/api/v1/users/me/presence', host, credentials, form });
    const { body } = await this.client.request(request);
    this.bytes += body.length;
    const text = body.toString('latin1', 0, 200);
    const id = /"presence_last_update_id":(-?\d+)/.exec(text)?.[1];
    if (id === undefined) throw new Error(`no id in ${text}`);
    this.known[position] = Number(id);
  }

  async ping(index: number): Promise<void> {
    const credentials = this.realm.users[index % this.realm.users.length];
    const form = { status: 'active', ping_only: 'true' };
    const { host } = this.realm;
    await this.client.request(
      encodeRequest({ method: 'POST', path: '/api/v1/users/me/presence', host, credentials, form }),
    );
  }

  /** What one more client learns must be everybody who has reported. */
  async check(expected: number): Promise<void> {
    const [credentials] = this.realm.users;
    if (!credentials) throw new Error('there are no users');
    const form = { status: 'active', last_update_id: '-1' };
    const { host } = this.realm;
    const request = encodeRequest({ method: 'POST', path: '/api/v1/users/me/presence', host, credentials, form });
    const answer = parseObject((await this.client.request(request)).body);
    const found = Object.keys(objectField(answer, 'presences')).length;
    if (found !== expected) throw new Error(`${found} presences are known, not ${expected}`);
    this.known.fill(numberField(answer, 'presence_last_update_id'));
  }
}
