import { readAddress } from './address';
import { leadsToChannel, spectatorView } from './spectator-view';

const names = {
  ownUserId: 0,
  channelName: () => 'open',
  userName: () => undefined,
  channelIdByName: () => undefined,
  userIdByEmail: () => undefined,
};
const kindAt = (hash: string): string => spectatorView(readAddress(hash, names)).kind;

describe('what is shown to who has no account', () => {
  it.each([
    '',
    '#feed',
    '#narrow/channel/5-open',
    '#narrow/channel/5-open/topic/talk/near/7',
    '#narrow/channels/web-public/search/words',
    '#narrow/sender/9-Bo/has/link',
    '#narrow/channel/5-open/is/resolved',
  ])('is open: %s', (hash) => expect(kindAt(hash)).toBe('narrow'));

  it.each([
    '#inbox',
    '#recent',
    '#narrow/is/starred',
    '#narrow/is/dm',
    '#narrow/dm/9-Bo',
    '#narrow/channel/5-open/is/unread',
    '#settings/profile',
    '#user/9',
  ])('asks to sign in: %s', (hash) => expect(kindAt(hash)).toBe('refused'));

  it('is the list of a channel’s topics', () => {
    expect(spectatorView(readAddress('#topics/channel/5-open', names))).toEqual({ kind: 'topics', channelId: 5 });
  });

  it('is shown at once where a link leads to a channel', () => {
    const leads = (hash: string): boolean => leadsToChannel(readAddress(hash, names));
    expect(['#narrow/channel/5-open/topic/talk', '#topics/channel/5-open'].map(leads)).toEqual([true, true]);
    expect(['', '#inbox', '#feed', '#narrow/dm/9-Bo', '#narrow/search/x'].map(leads)).toEqual(
      Array.from({ length: 5 }, () => false),
    );
  });
});
