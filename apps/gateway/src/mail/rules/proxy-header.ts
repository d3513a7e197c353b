import { isIP } from 'node:net';

/** What the beginning of a connection says of who is behind a proxy. */
export type ProxyHeader =
  /** More bytes are needed. */
  | { kind: 'incomplete' }
  | { kind: 'invalid' }
  /** @property line the header in version 1, without its end. @property bytes that the header takes */
  | { kind: 'read'; line: string; bytes: number };

const LINE = /^PROXY (?:UNKNOWN(?: [^\r\n]*)?|(TCP[46]) (\S+) (\S+) (\d{1,5}) (\d{1,5}))$/;
const LONGEST_LINE = 107;
const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
/** Signature, version and command, family, length. */
const HEAD_BYTES = 16;
/** Addresses take 216 at most; what follows them is read over. */
const MOST_BYTES = 2_048;
const UNKNOWN = 'PROXY UNKNOWN';
const IPV4 = { code: 0x11, name: 'TCP4', bytes: 4 };
const IPV6 = { code: 0x21, name: 'TCP6', bytes: 16 };

/** Reads the header of the PROXY protocol, version 1 (a line) or 2 (binary). */
export function readProxyHeader(start: Buffer): ProxyHeader {
  const isBinary = SIGNATURE.subarray(0, start.length).equals(start.subarray(0, SIGNATURE.length));
  return isBinary ? binaryHeader(start) : lineHeader(start);
}

function lineHeader(start: Buffer): ProxyHeader {
  const end = start.subarray(0, LONGEST_LINE).indexOf('\r\n');
  if (end < 0) return start.length < LONGEST_LINE ? { kind: 'incomplete' } : { kind: 'invalid' };
  const line = start.toString('latin1', 0, end);
  const [whole, family, source = '', target = ''] = LINE.exec(line) ?? [];
  if (whole === undefined) return { kind: 'invalid' };
  const version = family === undefined ? undefined : Number(family.slice(-1));
  if (version !== undefined && [source, target].some((address) => isIP(address) !== version))
    return { kind: 'invalid' };
  return { kind: 'read', line: version === undefined ? UNKNOWN : line, bytes: end + 2 };
}

function binaryHeader(start: Buffer): ProxyHeader {
  if (start.length < HEAD_BYTES) return { kind: 'incomplete' };
  const [versionAndCommand = 0, code = 0] = start.subarray(SIGNATURE.length);
  const bytes = HEAD_BYTES + start.readUInt16BE(HEAD_BYTES - 2);
  const command = versionAndCommand & 0x0f;
  if (versionAndCommand >> 4 !== 2 || command > 1 || bytes > MOST_BYTES) return { kind: 'invalid' };
  if (start.length < bytes) return { kind: 'incomplete' };
  const family = [IPV4, IPV6].find((known) => known.code === code);
  // The proxy speaks for itself (a check of its own), or of something that is not TCP.
  if (command === 0 || !family) return { kind: 'read', line: UNKNOWN, bytes };
  const addresses = start.subarray(HEAD_BYTES, bytes);
  if (addresses.length < 2 * family.bytes + 4) return { kind: 'invalid' };
  const source = addressText(addresses.subarray(0, family.bytes));
  const target = addressText(addresses.subarray(family.bytes, 2 * family.bytes));
  const ports = [0, 2].map((offset) => addresses.readUInt16BE(2 * family.bytes + offset));
  return { kind: 'read', line: `PROXY ${family.name} ${source} ${target} ${ports.join(' ')}`, bytes };
}

function addressText(bytes: Buffer): string {
  if (bytes.length === IPV4.bytes) return bytes.join('.');
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(2 * index).toString(16)).join(':');
}
