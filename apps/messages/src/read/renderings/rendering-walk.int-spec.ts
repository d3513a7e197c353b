import { Database, createChannels, createRealm, lockRealm } from '@stoa/database';
import { RENDERER_VERSION } from '@stoa/markdown';
import { Metrics, createLogger } from '@stoa/observability';
import { TestServers, startServers } from '@stoa/testing';
import { MessagesEnvironment } from '../../messages.environment';
import { RenderingWalkJob } from './rendering-walk.job';
import type { RerenderingService } from './rerendering.service';
import { StaleMessage, StaleMessagesRepository } from './stale-messages.repository';

const OLD = 1;
const COUNT = 120;

describe('the walk through messages of an older renderer', () => {
  let servers: TestServers;
  let database: Database;
  let repository: StaleMessagesRepository;
  let realmId: number;
  let recipientId: number;
  const walks: RenderingWalkJob[] = [];

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    repository = new StaleMessagesRepository(database);
    const settings = { subdomain: 'walk', name: 'Walk', authenticationMethods: { Email: true } };
    const realm = await createRealm(database, settings);
    realmId = realm.id;
    const context = { realmId, partition: realm.partition };
    await database.write(context, [lockRealm(realmId, 'exclusive')], (tx) =>
      createChannels(tx, [{ name: 'walked', subscriberIds: [] }]),
    );
    const [channel] = await sql<{ recipient_id: number }>(`SELECT recipient_id FROM channel WHERE name = 'walked'`);
    recipientId = channel!.recipient_id;
  });

  beforeEach(() => sql('TRUNCATE message, rendering_walk'));

  afterEach(async () => {
    for (const walk of walks.splice(0)) await walk.stop();
  });

  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const sql = <Row extends Record<string, unknown>>(text: string, params: readonly unknown[] = []) =>
    database.query<Row>('', text, params);
  const send = async (count: number, version: number): Promise<number[]> => {
    const rows = await sql<{ id: number }>(
      `INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
         renderer_version, sent_at, client_name)
       SELECT $1, $2, $2, 1, 'topic', 'text ' || n, '<p>former</p>', $4, now(), 'test' FROM generate_series(1, $3) n
       RETURNING id`,
      [realmId, recipientId, count, version],
    );
    return rows.map(({ id }) => id);
  };
  const stored = async () => {
    const rows = await sql<{ id: number; html: string; version: number }>(
      'SELECT id, rendered_content AS html, renderer_version AS version FROM message ORDER BY id',
    );
    return rows;
  };
  const position = async () => (await sql<{ position: number }>('SELECT position FROM rendering_walk'))[0]?.position;
  const storeNew = async (messages: readonly StaleMessage[]): Promise<void> => {
    await repository.store(
      messages.map((message) => ({
        message,
        rendering: {
          html: `<p>renewed ${message.content}</p>`,
          version: RENDERER_VERSION,
          hasImage: true,
          hasLink: false,
          linksWantingPreview: [],
        },
      })),
    );
  };
  /** A process with the walk; rounds are called by the test. */
  const process = (renewAndStore: RerenderingService['renewAndStore']): RenderingWalkJob => {
    const environment = Object.assign(new MessagesEnvironment(), { STOA_RERENDER_PER_SECOND: 1 });
    const renderings = { renewAndStore } satisfies Partial<RerenderingService>;
    const walk = new RenderingWalkJob(
      repository,
      renderings as unknown as RerenderingService,
      environment,
      createLogger({ service: 'test', replica: 1, level: 'silent' }),
      new Metrics({ service: 'test', replica: '1' }),
    );
    walks.push(walk);
    return walk;
  };
  const rounds = async (walk: RenderingWalkJob, count: number): Promise<void> => {
    for (let round = 0; round < count; round++) await walk.round();
  };

  it('renders what is older, with its words for searches, and leaves the rest', async () => {
    const current = await send(3, RENDERER_VERSION);
    const older = await send(COUNT, OLD);
    await rounds(process(storeNew), 5);
    for (const { id, html, version } of await stored()) {
      expect(version).toBe(RENDERER_VERSION);
      expect(html).toEqual(
        current.includes(id) ? '<p>former</p>' : expect.stringMatching(/^<p>renewed text \d+<\/p>$/),
      );
    }
    const [found] = await sql<{ renewed: number; former: number; images: number }>(
      `SELECT count(*) FILTER (WHERE search_vector @@ 'renew'::tsquery) AS renewed,
         count(*) FILTER (WHERE search_vector @@ 'former'::tsquery) AS former,
         count(*) FILTER (WHERE has_image) AS images FROM message`,
    );
    expect(found).toEqual({ renewed: COUNT, former: 3, images: COUNT });
    expect(await position()).toBe(older.at(-1));
  });

  it('goes on where a process died, and one process walks at a time', async () => {
    const ids = await send(COUNT, OLD);
    const first = process(storeNew);
    await rounds(first, 1);
    const reached = await position();
    expect(reached).toBeLessThan(ids.at(-1)!);
    const seen: number[] = [];
    const second = process(async (messages) => {
      seen.push(...messages.map(({ id }) => id));
      await storeNew(messages);
    });
    await rounds(second, 2);
    expect([seen, await position()]).toEqual([[], reached]);
    // The first one died; half a minute later:
    await sql('UPDATE rendering_walk SET leased_until = now()');
    await rounds(second, 5);
    expect(Math.min(...seen)).toBeGreaterThan(reached!);
    expect((await stored()).every(({ version }) => version === RENDERER_VERSION)).toBe(true);
    // It was only slow: it must not take the position back.
    expect(await repository.advance('the first one', 0)).toBe(false);
    await rounds(first, 1);
    expect(await position()).toBe(ids.at(-1));
  });

  it('does again what was not written down, to the same end', async () => {
    await send(COUNT, OLD);
    const dying = process(async (messages) => {
      await storeNew(messages);
      throw new Error('dead');
    });
    await expect(dying.round()).rejects.toThrow('dead');
    expect(await position()).toBe(0);
    await sql('UPDATE rendering_walk SET leased_until = now()');
    await rounds(process(storeNew), 5);
    expect((await stored()).filter(({ html }) => html.startsWith('<p>renewed'))).toHaveLength(COUNT);
  });

  it('leaves alone what was edited, rendered or deleted meanwhile, and what somebody is at', async () => {
    const [edited, rendered, deleted, locked, free] = await send(5, OLD);
    const holding = new AbortController();
    let held: Promise<unknown> = Promise.resolve();
    const walk = process(async (messages) => {
      await sql(`UPDATE message SET content = 'edited', rendered_content = '<p>edited</p>' WHERE id = $1`, [edited]);
      await sql(`UPDATE message SET rendered_content = '<p>card</p>', renderer_version = $2 WHERE id = $1`, [
        rendered,
        RENDERER_VERSION,
      ]);
      await sql('DELETE FROM message WHERE id = $1', [deleted]);
      await new Promise<void>((isHeld) => {
        held = database.write({ realmId, partition: 0 }, [], async (tx) => {
          await tx.query('SELECT FROM message WHERE id = $1 FOR UPDATE', [locked]);
          isHeld();
          await new Promise((resolve) => holding.signal.addEventListener('abort', resolve));
        });
      });
      await storeNew(messages);
    });
    await rounds(walk, 1);
    holding.abort();
    await held;
    expect((await stored()).map(({ id, html }) => [id, html])).toEqual([
      [edited, '<p>edited</p>'],
      [rendered, '<p>card</p>'],
      [locked, '<p>former</p>'],
      [free, '<p>renewed text 5</p>'],
    ]);
  });

  it('follows new messages while older releases may write, then ends for good', async () => {
    await send(2, OLD);
    const walk = process(storeNew);
    await rounds(walk, 2);
    const late = await send(1, OLD);
    await rounds(walk, 2);
    expect((await stored()).at(-1)).toMatchObject({ id: late[0], version: RENDERER_VERSION });
    await sql(`UPDATE rendering_walk SET started_at = now() - interval '2 hours'`);
    await rounds(walk, 1);
    expect(await repository.claim('another')).toBeNull();
    await send(1, OLD);
    await rounds(walk, 2);
    expect((await stored()).at(-1)).toMatchObject({ version: OLD });
  });
});
