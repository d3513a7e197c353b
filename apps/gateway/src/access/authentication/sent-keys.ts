import { unauthorized } from '@stoa/errors';
import { API_KEY_PATTERN, hashApiKey } from '@stoa/policy';
import { parseBasicCredentials } from './basic-credentials';
import { nameOfHash } from './hashes';

/** What an Authorization header says, with the only form of its key that anything is compared with. */
export interface SentKey {
  /** Undefined: the key came alone. */
  userName: string | undefined;
  /** The name of its hash (`nameOfHash`). */
  name: string;
}

/** @param userName as sent */
export function sentKey(secret: string, apiKey: string, userName?: string): SentKey {
  return { userName, name: nameOfHash(hashApiKey(secret, apiKey)) };
}

/**
 * Reads Authorization headers of the Basic scheme. Clients send the same one with every request of a connection: it is
 * taken apart and hashed once, and remembered for as long as the connection lives. Whether the key is one is asked each time.
 */
export class SentKeys {
  private readonly last = new WeakMap<object, { header: string; key: SentKey }>();

  constructor(private readonly secret: string) {}

  /**
   * @param connection the socket that the request came on
   * @throws DomainError 401, or 400 for another scheme
   */
  read(header: string, connection: object): SentKey {
    const known = this.last.get(connection);
    if (known?.header === header) return known.key;
    const { userName, apiKey } = parseBasicCredentials(header);
    if (!API_KEY_PATTERN.test(apiKey)) throw unauthorized('Malformed API key');
    const key = sentKey(this.secret, apiKey, userName);
    this.last.set(connection, { header, key });
    return key;
  }
}
