import { AddressListError, AddressPolicy } from './address-policy';

describe('addresses that the server connects to for users', () => {
  const policy = new AddressPolicy();

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '100::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '4000::1',
    '',
    'localhost',
    '2130706433',
    '0x7f.1',
    '127.1',
  ])('are not %j', (address) => {
    expect(policy.allows(address, 80)).toBe(false);
    expect(policy.allows(address, 443)).toBe(false);
  });

  it.each(['93.184.215.14', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
    'are public ones on the ports of the web: %s',
    (address) => {
      expect([80, 443].map((port) => policy.allows(address, port))).toEqual([true, true]);
      expect([0, 22, 25, 6379, 8080].map((port) => policy.allows(address, port))).toEqual(Array(5).fill(false));
    },
  );

  it('are those that the operator names, on any port', () => {
    const own = new AddressPolicy(['10.1.0.0/16', '127.0.0.2', 'fd00::/64']);
    for (const address of ['10.1.200.3', '127.0.0.2', '::ffff:127.0.0.2', 'fd00::8']) {
      expect(own.allows(address, 8080)).toBe(true);
    }
    for (const address of ['10.2.0.1', '127.0.0.1', 'fd01::8']) expect(own.allows(address, 80)).toBe(false);
    expect(own.allows('1.1.1.1', 443)).toBe(true);
  });

  it.each(['10.0.0.0/33', 'localhost', '10.0.0.0/', ''])('refuses a list with %j', (entry) => {
    expect(() => new AddressPolicy([entry])).toThrow(AddressListError);
  });
});
