import { CallContext, Handler, checked } from './call-context';
import { parseJson } from './lossless-json';
import { RelayAnswer, badRequest, failure, success, unauthorized } from './relay-answer';
import { RelayRequests, readBody } from './relay-requests';

/** The calls that concern a service and its organizations (push.md 7.5), all but `server/register` authenticated. */
export const serverCalls: Record<string, Handler> = {
  'server/analytics': checked(RelayRequests.analytics, upload),
  'server/analytics/status': checked(RelayRequests.nothing, () => success()),
  'server/deactivate': checked(RelayRequests.nothing, (_body, { state, serverId }) => {
    const server = state.servers.get(serverId);
    if (server) state.record({ ...server, isActive: false });
    return success();
  }),
};

/** Needs no credentials: it makes them. */
export const registerServer: Handler = checked(RelayRequests.serverRegister, register);

type Registration = (typeof RelayRequests.serverRegister)['static'];
type Upload = (typeof RelayRequests.analytics)['static'];

function register(body: Registration, { state }: CallContext): RelayAnswer {
  const { zulip_org_id: id, zulip_org_key: key, hostname, contact_email: email, new_org_key: newKey } = body;
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) {
    return badRequest('Invalid server administrator email address: Enter a valid email address.');
  }
  const known = state.servers.get(id);
  if (known && known.key !== key) return unauthorized(`Relay auth failure: key does not match role ${id}`);
  if ([...state.servers.values()].some((server) => server.id !== id && server.hostname === hostname)) {
    const msg = `A server with hostname ${hostname} already exists`;
    return failure(400, 'HOSTNAME_ALREADY_IN_USE_BOUNCER_ERROR', msg, { hostname });
  }
  state.record({ type: 'server', id, key: known && newKey ? newKey : key, hostname, isActive: true });
  return success({ created: known === undefined });
}

/** Makes organizations known. Nobody takes over one that another service has uploaded. */
function upload(body: Upload, { state, mode, serverId }: CallContext): RelayAnswer {
  const read = readBody(RelayRequests.realms, typeof body.realms === 'string' ? parsed(body.realms) : body.realms);
  if ('problem' in read) return badRequest(`realms.${read.problem}`);
  const realms = read.value;
  if (realms.some(({ uuid }) => (state.organizations.get(uuid) ?? serverId) !== serverId)) {
    return badRequest('Duplicate registration detected.');
  }
  // In this mode the relay keeps organizations unknown, whatever services report.
  if (mode === 'missing_realm') return success({ realms: {} });
  for (const { uuid } of realms) {
    if (!state.organizations.has(uuid)) state.record({ type: 'organization', uuid, serverId });
  }
  const status = { can_push: mode !== 'plan_expired', expected_end_timestamp: null };
  return success({ realms: Object.fromEntries(realms.map(({ uuid }) => [uuid, status])) });
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
