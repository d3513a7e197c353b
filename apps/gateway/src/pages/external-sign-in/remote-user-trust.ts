import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { GatewayEnvironment } from '../../gateway-environment';
import { type Network, isNetwork, isWithin, parseNetwork } from '../../http/network';

const NONE = 'none';
const SECRET_HEADER = 'x-remote-user-secret';

/**
 * Whether a request comes from the operator's proxy, which names who has signed in there (identity.md 5.7). What counts is
 * the other end of the connection, which nobody can write into a header.
 */
@Injectable()
export class RemoteUserTrust {
  private readonly proxies: readonly Network[];

  constructor(private readonly environment: GatewayEnvironment) {
    this.proxies = networksOf(environment.STOA_REMOTE_USER_PROXIES);
  }

  /** @returns the name that the proxy gives; undefined where nobody, or somebody else, gives one */
  nameOf({ headers, socket }: IncomingMessage): string | undefined {
    const { STOA_REMOTE_USER_HEADER: header, STOA_REMOTE_USER_SECRET: secret } = this.environment;
    if (header === NONE || !isWithin(socket.remoteAddress, this.proxies)) return undefined;
    if (secret !== NONE && !isEqual(headers[SECRET_HEADER], secret)) return undefined;
    const name = headers[header.toLowerCase()];
    // Node joins what is sent twice: a second name would be a stranger's that the proxy passed on.
    return typeof name === 'string' && !name.includes(',') ? name : undefined;
  }
}

function isEqual(given: string | string[] | undefined, secret: string): boolean {
  if (typeof given !== 'string') return false;
  const [a, b] = [given, secret].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/** @throws RangeError, at the start, for what is neither an address nor a network */
function networksOf(list: string): Network[] {
  const texts = list === NONE ? [] : list.split(',').map((text) => text.trim());
  for (const text of texts) {
    if (!isNetwork(text))
      throw new RangeError(`STOA_REMOTE_USER_PROXIES: '${text}' is neither an address nor a network`);
  }
  return texts.map(parseNetwork);
}
