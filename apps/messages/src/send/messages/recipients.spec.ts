import { isReadBySender, parseChannelReference, parseDirectReference } from './recipients';

describe('the recipient of a channel message', () => {
  it.each([
    ['general', { channelName: 'general' }],
    ['7', { channelId: 7 }],
    ['"7"', { channelName: '7' }],
    ['["general"]', { channelName: 'general' }],
    ['[7]', { channelId: 7 }],
    ['two words', { channelName: 'two words' }],
    ['', { channelName: '' }],
    ['99999999999999999999', { channelId: 10_000_000_000_000_000 }],
  ])('%s', (to, expected) => expect(parseChannelReference(to)).toEqual(expected));

  it.each([
    [undefined, 'Missing channel'],
    ['[1,2]', 'Expected exactly one channel'],
    ['[]', 'Expected exactly one channel'],
    ['{"a":1}', 'Invalid data type for channel'],
    ['1.5', 'Invalid data type for channel'],
    ['true', 'Invalid data type for channel'],
  ])('%s is refused', (to, message) => expect(() => parseChannelReference(to)).toThrow(message));
});

describe('the recipients of a direct message', () => {
  it.each([
    ['[1,2,1]', { userIds: [1, 2] }],
    ['["a@x.example","b@x.example"]', { emails: ['a@x.example', 'b@x.example'] }],
    ['a@x.example, b@x.example', { emails: ['a@x.example', 'b@x.example'] }],
    ['"a@x.example"', { emails: ['a@x.example'] }],
  ])('%s', (to, expected) => expect(parseDirectReference(to)).toEqual(expected));

  it.each([
    ['7', 'Invalid data type for recipients'],
    ['[1,"a@x.example"]', 'Recipient lists may contain emails or user IDs, but not both.'],
    ['[true]', 'Invalid data type for recipients'],
    ['[]', 'Message must have recipients'],
    ['', 'Message must have recipients'],
    [undefined, 'Message must have recipients'],
  ])('%s is refused', (to, message) => expect(() => parseDirectReference(to)).toThrow(message));
});

describe('whether a sender has read its own message', () => {
  it.each([
    ['website', undefined, true],
    ['ZulipMobile', undefined, true],
    ['ZulipPython', undefined, false],
    ['ZulipPython', true, true],
    ['website', false, false],
  ])('%s, %s', (client, parameter, expected) => expect(isReadBySender(client, parameter)).toBe(expected));
});
