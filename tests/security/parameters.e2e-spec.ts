import { RegisteredEndpoint } from '../../apps/gateway/src/http/registered-endpoint';
import { Edge, startEdge } from './edge';

const POLLUTING = [
  '{"__proto__":{"polluted":true}}',
  '[{"__proto__":{"polluted":true}}]',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '[{"constructor":{"prototype":{"polluted":true}}}]',
  '{"a":{"__proto__":{"polluted":true}}}',
];

/** Names that say what only the service, or an administrator by way of an endpoint of theirs, decides. */
const PRIVILEGED = [
  ...['role', 'is_admin', 'is_owner', 'is_guest', 'is_active', 'is_bot', 'is_billing_admin', 'is_imported_stub'],
  ...['can_create_users', 'can_forge_sender', 'bot_owner_id', 'bot_type', 'invited_by_user_id', 'date_joined'],
  ...['realm', 'realm_id', 'realm_str', 'plan_type', 'upload_quota', 'max_invites', 'sender_id', 'sender', 'forged'],
  ...['date_sent', 'creator_id', 'owner_id', 'user_id', 'api_key', 'delivery_email', 'email', 'password', 'id'],
];

/** The parameters of the gateway's own endpoints, and how they are decoded: in this process. */
describe('parameters', () => {
  let edge: Edge;

  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge.stop());

  const nameOf = ({ options }: RegisteredEndpoint): string => `${options.method} ${options.path}`;

  it('reach no prototype, as values of every parameter of every endpoint', () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const { decoder } of edge.endpoints) {
      for (const { name } of decoder.specs) {
        for (const value of POLLUTING) {
          try {
            decoder.decode({ path: {}, query: { [name]: value }, form: { [name]: value } });
          } catch {
            // Most endpoints refuse such a value; what it has done by then is the question.
          }
        }
      }
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('reach no prototype by their names', async () => {
    const names = ['__proto__', '__proto__[polluted]', 'constructor', 'constructor[prototype][polluted]', 'prototype'];
    const query = names.map((name) => `${encodeURIComponent(name)}=1`).join('&');
    for (const headers of [{ 'content-type': 'application/x-www-form-urlencoded' }, multipartHeaders]) {
      const isMultipart = headers === multipartHeaders;
      const { statusCode, body } = await edge.inject({
        method: 'POST',
        url: `/api/v1/typing?${query}`,
        headers: { ...headers, authorization: edge.callers.owner.authorization },
        payload: isMultipart ? multipartOf(names) : `${query}&to=[1]`,
      });
      expect([statusCode, JSON.parse(body).code]).not.toEqual([500, undefined]);
    }
    const { body } = await edge.inject({ method: 'GET', url: `/api/v1/server_settings?${query}` });
    expect(JSON.parse(body).ignored_parameters_unsupported).toEqual([...names].sort());
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.get({}, '1')).toBeUndefined();
  });

  it('say only where it is meant to be said what others may not decide', () => {
    const named = edge.endpoints.flatMap((endpoint) =>
      endpoint.decoder.specs
        .filter(({ name, isInPath }) => !isInPath && PRIVILEGED.includes(name))
        .map(({ name }) => `${nameOf(endpoint)}: ${name} (${endpoint.options.guard ?? 'checked by the service'})`),
    );
    expect(named.sort()).toMatchSnapshot();
  });
});

const multipartHeaders = { 'content-type': 'multipart/form-data; boundary=b' };

function multipartOf(names: readonly string[]): string {
  const parts = names.map((name) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`);
  return `${parts.join('')}--b--\r\n`;
}
