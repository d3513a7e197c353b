import { readAddress } from '../narrow/address';
import { addressOfOther, originOf, withOrganization } from './known-organizations';

const OWN = 'https://design.chat.example';

describe('the other organizations', () => {
  it.each([
    ['https://ops.chat.example', 'https://ops.chat.example'],
    ['https://ops.chat.example/#narrow/is/dm', 'https://ops.chat.example'],
    [' ops.chat.example ', 'https://ops.chat.example'],
    ['ops.chat.example:8443', 'https://ops.chat.example:8443'],
    ['http://ops.chat.example', undefined],
    ['javascript:alert(1)', undefined],
    ['javascript://ops.chat.example/%0aalert(1)', undefined],
    ['https://me:secret@ops.chat.example', undefined],
    ['https://design.chat.example/#inbox', undefined],
    ['two words', undefined],
    ['', undefined],
  ])('%s leads to %s', (typed, origin) => {
    expect(originOf(typed, OWN)).toBe(origin);
  });

  it('may be insecure where this one is', () => {
    expect(originOf('ops.localhost:9991', 'http://design.localhost:9991')).toBe('http://ops.localhost:9991');
  });

  it('stand in the list once, under their last names or their hosts', () => {
    const one = withOrganization([], 'https://ops.chat.example', ' ');
    expect(one).toEqual([{ origin: 'https://ops.chat.example', name: 'ops.chat.example' }]);
    const two = withOrganization(one, 'https://art.chat.example', 'Art');
    expect(withOrganization(two, 'https://ops.chat.example', 'Ops').map(({ name }) => name)).toEqual(['Art', 'Ops']);
  });

  it('are told where one comes from', () => {
    const other = { origin: 'https://ops.chat.example', name: 'Ops' };
    const address = addressOfOther(other, { origin: OWN, name: 'Design & more/less' });
    expect(address.startsWith('https://ops.chat.example/#')).toBe(true);
    const names = { channelName: () => undefined, userName: () => undefined };
    expect(readAddress(new URL(address).hash, names)).toEqual({
      ...{ kind: 'overlay', name: 'organizations' },
      path: ['from', OWN, 'Design & more/less'],
    });
  });
});
