import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { Metrics, createLogger } from '@stoa/observability';
import { TestServers, startServers } from '@stoa/testing';
import { TokensRepository } from '../tokens.repository';
import { RelayRegistrations } from '../relay-registrations';
import type { RelayAnswer } from '../../relay/relay-answer';
import type { RelayClient } from '../../relay/relay-client';
import type { TokenRegistration } from '../../relay/relay-requests';
import { Conversation } from '../../test-support/conversation';
import { ClientDevicesRepository, ClientRegistration } from './client-devices.repository';
import { ClientRegistrationService } from './client-registration.service';
import { ClientRegistrationsRepository } from './client-registrations.repository';

const TOKEN = 'iGFeKNj3ngQ=';
const NEWER = '+wKIhyAx/Eg=';
const OK: RelayAnswer<object> = { kind: 'ok', value: {} };
const REFUSED: RelayAnswer<object> = { kind: 'refused', status: 400, code: 'REQUEST_EXPIRED', msg: 'Request expired' };
const AWAY: RelayAnswer<object> = { kind: 'retry', reason: 'network', detail: 'no answer' };

/** push.md 3.4 and 3.6 (level 468): a relay that answers late, twice, and never. */
describe('ClientRegistrationService', () => {
  let servers: TestServers;
  let database: Database;
  let service: ClientRegistrationService;
  let conversation: Conversation;
  let userId: number;
  const devices = new ClientDevicesRepository();
  /** Calls that the relay has not answered, by the token they are about. */
  const held: { token: string; answer: (answer: RelayAnswer<object>) => void }[] = [];

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    conversation = await Conversation.create(database, 'late', 1);
    userId = conversation.people[0]?.id ?? 0;
    const relay = {
      isConfigured: true,
      registerDeviceToken: (_realm: unknown, { tokenId }: TokenRegistration) =>
        new Promise<RelayAnswer<object>>((resolve) => held.push({ token: tokenId, answer: resolve })),
      unregisterToken: () => Promise.resolve(OK),
    } as unknown as RelayClient;
    const log = createLogger({ service: 'push', replica: 1, level: 'silent' });
    service = new ClientRegistrationService(
      database,
      new ClientRegistrationsRepository(database),
      new TokensRepository(database),
      relay,
      new RelayRegistrations(log, new Metrics({ service: 'push', replica: '1' })),
      log,
    );
  });

  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  beforeEach(() => {
    held.length = 0;
  });

  const write = <T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> =>
    database.write(conversation.context, [lockUser(userId)], work);

  const register = (deviceId: number, id: string): Promise<ClientRegistration> =>
    write(async (tx) => {
      const token = { id, kind: 'fcm' as const, bouncerPublicKey: 'key', encryptedPushRegistration: 'sealed' };
      return (await devices.storeToken(tx, deviceId, token)).registration;
    });

  const create = async (): Promise<{ id: number; registration: ClientRegistration }> => {
    const id = await write((tx) => devices.add(tx, userId));
    return { id, registration: await register(id, TOKEN) };
  };

  const state = async (id: number) => {
    const row = await write((tx) => devices.find(tx, userId, id));
    return row && [row.tokenId, row.pendingTokenId, row.errorCode];
  };

  const events = async (): Promise<number> => {
    const sql = 'SELECT count(*)::int8 AS count FROM outbox WHERE realm_id = $1';
    const [row] = await database.query<{ count: number }>('test_events', sql, [conversation.context.realmId]);
    return row?.count ?? 0;
  };

  /** An attempt whose call the relay has got. */
  const asked = async (registration: ClientRegistration) => {
    const before = held.length;
    const isOver = service.attempt(registration);
    await vi.waitFor(() => expect(held).toHaveLength(before + 1));
    const answer = held[before]?.answer;
    return { isOver, answer: (given: RelayAnswer<object>) => answer?.(given) };
  };

  it('takes an answer for a registration that was replaced for nothing', async () => {
    const { id, registration } = await create();
    const late = await asked(registration);
    const expired = await asked(registration);
    expired.answer(REFUSED);
    expect(await expired.isOver).toBe(true);
    expect(await state(id)).toEqual([null, TOKEN, 'REQUEST_EXPIRED']);
    const newer = await register(id, NEWER);
    const before = await events();
    late.answer(OK);
    expect(await late.isOver).toBe(true);
    expect(await state(id)).toEqual([null, NEWER, null]);
    expect(await events()).toBe(before);
    const current = await asked(newer);
    current.answer(OK);
    expect(await current.isOver).toBe(true);
    expect(await state(id)).toEqual([NEWER, null, null]);
  });

  it('takes the second of two answers for nothing, whatever it says', async () => {
    const { id, registration } = await create();
    const [first, second] = [await asked(registration), await asked(registration)];
    first.answer(OK);
    expect(await first.isOver).toBe(true);
    const before = await events();
    second.answer(REFUSED);
    expect(await second.isOver).toBe(true);
    expect(await state(id)).toEqual([TOKEN, null, null]);
    expect(await events()).toBe(before);
    expect(await service.attempt(registration)).toBe(true);
    expect(held).toHaveLength(2);
  });

  it('takes an answer for a device that was removed for nothing', async () => {
    const { id, registration } = await create();
    const late = await asked(registration);
    await write((tx) => devices.remove(tx, userId, id));
    const before = await events();
    late.answer(OK);
    expect(await late.isOver).toBe(true);
    expect(await state(id)).toBeUndefined();
    expect(await events()).toBe(before);
  });

  it('tries again while no answer comes, and gives up after a day without asking', async () => {
    const { id, registration } = await create();
    const attempt = await asked(registration);
    attempt.answer(AWAY);
    expect(await attempt.isOver).toBe(false);
    expect(await state(id)).toEqual([null, TOKEN, null]);
    const aged = `UPDATE client_device SET push_token_updated_at = push_token_updated_at - interval '25 hours' WHERE id = $1`;
    await database.query('test_age', aged, [id]);
    const registeredAt = String(Number(registration.registeredAt) - 25 * 3_600_000_000);
    expect(await service.attempt({ clientDeviceId: id, registeredAt })).toBe(true);
    expect(held).toHaveLength(1);
    expect(await state(id)).toEqual([null, TOKEN, 'REQUEST_EXPIRED']);
  });

  it('keeps a token that was registered again since it was reported gone', async () => {
    const { id, registration } = await create();
    const first = await asked(registration);
    first.answer(OK);
    await first.isOver;
    const again = await register(id, TOKEN);
    const second = await asked(again);
    second.answer(OK);
    await second.isOver;
    const gone = { deviceId: id, tokenId: TOKEN };
    expect(await write((tx) => devices.dropTokens(tx, [{ ...gone, registeredAt: registration.registeredAt }]))).toEqual(
      [],
    );
    expect(await state(id)).toEqual([TOKEN, null, null]);
    expect(await write((tx) => devices.dropTokens(tx, [{ ...gone, registeredAt: again.registeredAt }]))).toEqual([id]);
    expect(await state(id)).toEqual([null, null, null]);
  });
});
