import { clientName, parseUserAgent } from './client-name';

describe('parseUserAgent', () => {
  it.each([
    [undefined, { name: 'Unspecified' }],
    ['', { name: 'Unspecified' }],
    ['curl/8.5.0', { name: 'curl', version: '8.5.0' }],
    ['ZulipPython/0.9.0 (Linux; 6.1)', { name: 'ZulipPython', version: '0.9.0' }],
    ['ZulipElectron/5.11 Mozilla/5.0', { name: 'ZulipElectron', version: '5.11' }],
    ['ZulipMobile/27.1 (Android 14)', { name: 'ZulipMobile', version: '27.1' }],
    ['My Tool/2', { name: 'My Tool', version: '2' }],
    ['My Tool 2', { name: 'My Tool', version: undefined }],
    ['My Tool (x)', { name: 'My Tool', version: undefined }],
    ['Tool2', { name: 'Tool2', version: undefined }],
    ['Tool', { name: 'Tool', version: undefined }],
    [`a${' '.repeat(50_000)}(`, expect.anything()],
  ])('%s', (header, parsed) => {
    expect(parseUserAgent(header)).toEqual(parsed);
  });
});

describe('clientName', () => {
  it.each([
    ['curl/8', undefined, 'curl'],
    ['curl/8', 'Robot', 'Robot'],
    ['curl/8', '', 'curl'],
    [undefined, 'x'.repeat(40), 'x'.repeat(30)],
  ])('%s with parameter %s', (header, parameter, name) => {
    expect(clientName(header, parameter)).toBe(name);
  });
});
