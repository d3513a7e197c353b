import { createHash } from 'node:crypto';
import { apiAddress, readCreated } from './big-blue-button';

const SERVER = { url: 'https://bbb.example/bigbluebutton/', secret: '639259d4-9dd8-4b25-bf01-95f9567eaf4b' };

describe('addresses of a BigBlueButton server', () => {
  it('are signed over call, parameters and secret', () => {
    const query = 'name=Plans%20%26%20more&meetingID=abc123';
    const checksum = createHash('sha256').update(`create${query}${SERVER.secret}`).digest('hex');
    expect(
      apiAddress(SERVER, 'create', [
        ['name', 'Plans & more'],
        ['meetingID', 'abc123'],
      ]),
    ).toBe(`https://bbb.example/bigbluebutton/api/create?${query}&checksum=${checksum}`);
  });

  it('of different calls have different signatures', () => {
    const [create, join] = (['create', 'join'] as const).map((call) => apiAddress(SERVER, call, [['meetingID', 'a']]));
    expect(create?.split('checksum=')[1]).not.toBe(join?.split('checksum=')[1]);
  });
});

describe('the answer to the creation of a meeting', () => {
  it.each([
    [
      '<response><returncode>SUCCESS</returncode><meetingID>a</meetingID><createTime>1531155809613</createTime><messageKey/></response>',
      { kind: 'created', createTime: '1531155809613' },
    ],
    [
      '<response><returncode>FAILED</returncode><messageKey>checksumError</messageKey><message>no</message></response>',
      { kind: 'wrong-secret' },
    ],
    [
      '<response><returncode>FAILED</returncode><messageKey>idNotUnique</messageKey></response>',
      { kind: 'unexpected' },
    ],
    ['<response><returncode>SUCCESS</returncode></response>', { kind: 'unexpected' }],
    ['<html><body>Welcome</body></html>', { kind: 'unexpected' }],
    ['', { kind: 'unexpected' }],
  ])('%s', (xml, expected) => {
    expect(readCreated(xml)).toEqual(expected);
  });
});
