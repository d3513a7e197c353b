import { readProxyHeader } from './proxy-header';

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const binary = (command: number, family: number, body: number[], length = body.length) =>
  Buffer.from([...SIGNATURE, 0x20 | command, family, length >> 8, length & 0xff, ...body]);
const TCP4 = [192, 0, 2, 1, 198, 51, 100, 2, 0x1f, 0x90, 0x00, 0x19];
const TCP6 = [
  ...[0x20, 0x01, 0x0d, 0xb8],
  ...new Array<number>(11).fill(0),
  1,
  ...new Array<number>(16).fill(0),
  0,
  1,
  0,
  2,
];

describe('the header of the PROXY protocol', () => {
  it.each([
    ['PROXY TCP4 192.0.2.1 198.51.100.2 8080 25\r\nLHLO x\r\n', 'PROXY TCP4 192.0.2.1 198.51.100.2 8080 25', 43],
    ['PROXY TCP6 2001:db8::1 ::1 1 2\r\n', 'PROXY TCP6 2001:db8::1 ::1 1 2', 32],
    ['PROXY UNKNOWN\r\n', 'PROXY UNKNOWN', 15],
    ['PROXY UNKNOWN ffff:f 1 2 3\r\n', 'PROXY UNKNOWN', 28],
  ])('is a line: %j', (text, line, bytes) => {
    expect(readProxyHeader(Buffer.from(text))).toEqual({ kind: 'read', line, bytes });
  });

  it.each([
    ['IPv4', binary(1, 0x11, TCP4), 'PROXY TCP4 192.0.2.1 198.51.100.2 8080 25', 28],
    ['IPv6', binary(1, 0x21, TCP6), 'PROXY TCP6 2001:db8:0:0:0:0:0:1 0:0:0:0:0:0:0:0 1 2', 52],
    ['more than addresses', binary(1, 0x11, [...TCP4, 3, 0, 1, 9]), 'PROXY TCP4 192.0.2.1 198.51.100.2 8080 25', 32],
    ['a check of the proxy', binary(0, 0x00, []), 'PROXY UNKNOWN', 16],
    ['no TCP', binary(1, 0x31, new Array<number>(216).fill(1)), 'PROXY UNKNOWN', 232],
  ])('is binary: %s', (_what, start, line, bytes) => {
    expect(readProxyHeader(start)).toEqual({ kind: 'read', line, bytes });
    expect(readProxyHeader(Buffer.concat([start, Buffer.from('LHLO x\r\n')]))).toEqual({ kind: 'read', line, bytes });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['half a line', Buffer.from('PROXY TCP4 192.0')],
    ['half a signature', SIGNATURE.subarray(0, 7)],
    ['half of the addresses', binary(1, 0x11, TCP4).subarray(0, 20)],
  ])('is not complete with %s', (_what, start) => {
    expect(readProxyHeader(start)).toEqual({ kind: 'incomplete' });
  });

  it.each([
    ['a command', Buffer.from('LHLO mail.example.com\r\n')],
    ['a name', Buffer.from('PROXY TCP4 mail.example.com 198.51.100.2 1 2\r\n')],
    ['another family', Buffer.from('PROXY TCP4 ::1 ::1 1 2\r\n')],
    ['no ports', Buffer.from('PROXY TCP4 192.0.2.1 198.51.100.2\r\n')],
    ['a line without an end', Buffer.from(`PROXY TCP4 ${'1'.repeat(120)}`)],
    ['another version', Buffer.from([...SIGNATURE, 0x11, 0x11, 0, 12, ...TCP4])],
    ['another command', binary(2, 0x11, TCP4)],
    ['addresses that are cut off', binary(1, 0x11, TCP4.slice(0, 6))],
    ['more than there can be', binary(1, 0x11, [], 4_000)],
  ])('is refused with %s', (_what, start) => {
    expect(readProxyHeader(start)).toEqual({ kind: 'invalid' });
  });
});
