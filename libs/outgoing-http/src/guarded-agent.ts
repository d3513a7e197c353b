import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy';
import type { HostResolver } from './host-resolver';
import { OutgoingError } from './outgoing-error';

const CONNECT_MS = 5_000;
const HEADERS_MS = 10_000;
const LARGEST_HEADER_BYTES = 32 * 1024;
const IDLE_CONNECTION_MS = 1_000;
/** At the same time to one host. */
const CONNECTIONS = 4;

const refused = (): OutgoingError => new OutgoingError('refused', 'the address is none that may be connected to');

/**
 * Connections only to addresses that the policy allows, even if a name resolves differently each time: names are
 * resolved here, once, and only allowed addresses are tried; the address that the socket is connected to is checked
 * again before a byte is sent. So a name that answers differently each time gains nothing.
 */
export function guardedAgent(policy: AddressPolicy, resolver: HostResolver): Agent {
  return new Agent({
    connect: guardedConnector(policy, resolver),
    connections: CONNECTIONS,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    headersTimeout: HEADERS_MS,
    bodyTimeout: HEADERS_MS,
    maxHeaderSize: LARGEST_HEADER_BYTES,
  });
}

function guardedConnector(policy: AddressPolicy, resolver: HostResolver): buildConnector.connector {
  const connectors = new Map<number, buildConnector.connector>();
  const connectorOf = (port: number): buildConnector.connector => {
    const known = connectors.get(port);
    if (known) return known;
    const made = buildConnector({
      timeout: CONNECT_MS,
      autoSelectFamily: true,
      lookup: guardedLookup(policy, resolver, port),
    });
    // Others than the usual ports are the operator's exceptions: too few and too seldom to be kept.
    if (port === 80 || port === 443) connectors.set(port, made);
    return made;
  };
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    // A number is never looked up, so the look-up cannot refuse it.
    if (isIP(literal) !== 0 && !policy.allows(literal, port)) {
      callback(refused(), null);
      return;
    }
    connectorOf(port)(options, (error, socket) => {
      if (error !== null || socket === null) {
        callback(error ?? refused(), null);
      } else if (!policy.allows(socket.remoteAddress ?? '', port)) {
        socket.destroy();
        callback(refused(), null);
      } else callback(null, socket);
    });
  };
}

function guardedLookup(policy: AddressPolicy, resolver: HostResolver, port: number): LookupFunction {
  return (hostname, options, callback) => {
    const find = async () => {
      const addresses = await resolver.addressesOf(hostname);
      const allowed = addresses.filter((address) => policy.allows(address, port));
      if (addresses.length > 0 && allowed.length === 0) throw refused();
      return allowed.map((address) => ({ address, family: isIP(address) }));
    };
    find().then(
      (found) => {
        const [first] = found;
        if (!first) callback(new OutgoingError('network', 'the host has no address'), '', 0);
        else if (options.all === true) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}
