import type { Logger } from '@stoa/observability';
import { MODES } from './behaviour';
import { Relay } from './relay';
import { RelayServer } from './relay-server';

const organizationId = '6cde5f7a-1f7e-4978-9716-49f69ebfc9fe';
const organizationKey = 'k'.repeat(64);
const authorization = `Basic ${Buffer.from(`${organizationId}:${organizationKey}`).toString('base64')}`;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

describe('RelayServer', () => {
  let server: RelayServer;

  beforeEach(async () => {
    const relay = await Relay.open({ organizationId, organizationKey });
    const logger = { error: vi.fn() } as unknown as Logger;
    server = new RelayServer(relay, logger, 0, '127.0.0.1');
    await server.onApplicationBootstrap();
  });
  afterEach(() => server.onApplicationShutdown());

  const ask = async (path: string, init?: RequestInit): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await fetch(`${server.url}${path}`, init);
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const call = (path: string, type: string, body: string) =>
    ask(`/api/v1/remotes/${path}`, { method: 'POST', headers: { authorization, 'content-type': type }, body });

  it.each(MODES)('answers those who drive it while it is to %s', async (mode) => {
    expect(await ask('/behave', { method: 'POST', body: JSON.stringify({ mode }) })).toMatchObject({ status: 200 });
    expect(await ask('/public_key')).toEqual({ status: 200, body: { public_key: expect.any(String) } });
    expect(await ask('/received')).toEqual({ status: 200, body: { newest: 0, received: [] } });
  });

  it('refuses to do what it does not know', async () => {
    const unknown = await ask('/behave', { method: 'POST', body: '{"mode":"sleep"}' });
    expect(unknown).toMatchObject({ status: 400, body: { msg: expect.stringContaining('device_gone') } });
  });

  it('wants forms where the protocol has forms, and JSON where it has JSON', async () => {
    const registration = { user_uuid: 'u', user_id: '1', realm_uuid: organizationId, server_uuid: organizationId };
    const token = { ...registration, token: 't', token_kind: '2' };
    const [form, json] = [new URLSearchParams(token).toString(), JSON.stringify(token)];
    expect(await call('push/register', JSON_TYPE, json)).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('Expected required property') },
    });
    expect(await call('push/register', FORM_TYPE, form)).toMatchObject({ status: 200 });
    const test = { ...registration, token: 't', token_kind: 2, base_payload: {} };
    const fields = new URLSearchParams({ ...token, base_payload: '{}' }).toString();
    expect(await call('push/test_notification', FORM_TYPE, fields)).toMatchObject({
      status: 400,
      body: { msg: 'the body is not JSON' },
    });
    expect(await call('push/test_notification', JSON_TYPE, JSON.stringify(test))).toMatchObject({ status: 200 });
  });
});
