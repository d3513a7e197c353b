import { createHash } from 'node:crypto';
import { DomUtils, parseDocument } from 'htmlparser2';

/** A BigBlueButton server and the secret that it shares with this installation. */
export interface BigBlueButtonServer {
  /** With the path below which `api/` is. */
  url: string;
  secret: string;
}

/** What the server answers to the creation of a meeting. */
export type CreatedMeeting =
  /** `createTime` is part of addresses to join: those of an earlier meeting of the same id do not work any more. */
  { kind: 'created'; createTime: string } | { kind: 'wrong-secret' } | { kind: 'unexpected' };

/**
 * The address of a call of the server's API, signed (https://docs.bigbluebutton.org/development/api#usage).
 * @param parameters in the order in which they are signed
 */
export function apiAddress(
  { url, secret }: BigBlueButtonServer,
  call: 'create' | 'join',
  parameters: readonly (readonly [name: string, value: string])[],
): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex');
  return `${url.replace(/\/+$/, '')}/api/${call}?${query}&checksum=${checksum}`;
}

/** @param xml of the answer to `create`; creating a meeting that exists already gives its time once more */
export function readCreated(xml: string): CreatedMeeting {
  const document = parseDocument(xml, { xmlMode: true });
  const textOf = (name: string): string => {
    const [element] = DomUtils.getElementsByTagName(name, document, true, 1);
    return element ? DomUtils.textContent(element).trim() : '';
  };
  if (textOf('messageKey') === 'checksumError') return { kind: 'wrong-secret' };
  const createTime = textOf('createTime');
  return textOf('returncode') === 'SUCCESS' && createTime !== ''
    ? { kind: 'created', createTime }
    : { kind: 'unexpected' };
}
