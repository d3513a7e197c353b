import { knownOrganizations } from '../../client/known-organizations';
import { snapshotState } from '../../store/snapshot';
import { topicKey } from '../../store/topics';
import { userOf } from '../../store/users';
import { ME, aChannel, aSubscription, aUser, anAnswer } from '../../test-support/answer';
import { paletteItems } from './palette-items';

const state = {
  ...snapshotState(
    anAnswer({
      realm_can_create_public_channel_group: 1,
      realm_can_create_private_channel_group: 1,
      realm_can_create_web_public_channel_group: 1,
      realm_users: [aUser(ME, { full_name: 'Max' }), aUser(20, { full_name: 'Dee Lee' })],
      subscriptions: [aSubscription(5, { name: 'design' })],
      never_subscribed: [aChannel(7, { name: 'design archive' }), aChannel(8, { name: 'gone', is_archived: true })],
    }),
  ),
  topics: new Map([[5, new Map([[topicKey('Depth'), { name: 'Depth', maxId: 9, hasOwnMessage: false }]])]]),
};
const keys = (typed: string, recent: readonly string[] = []) =>
  paletteItems(state, typed, recent).map(({ key }) => key);

describe('the palette', () => {
  it('finds channels, people and topics by the beginnings of their words', () => {
    expect(keys('de')).toEqual(['channel 5', 'channel 7', 'person 20', 'topic 5 depth']);
    expect(keys('lee')).toEqual(['person 20']);
    expect(keys('gone')).toEqual([]);
  });

  it('asks for one kind by a sign', () => {
    expect(keys('#de')).toEqual(['channel 5', 'channel 7']);
    expect(keys('@')).toEqual([`person ${ME}`, 'person 20']);
    expect(keys('>help list').length + keys('>next').length).toBeGreaterThan(0);
  });

  it('finds settings, groups and pages of help; groups not for guests', () => {
    expect(keys('settings of the')).toEqual(['#organization']);
    expect(keys('formatting')).toEqual(['#message-formatting']);
    expect(keys('groups')).toEqual(['#groups']);
    expect(keys('bots and')).toEqual(['#organization/bots']);
    const guest = { ...state, users: new Map(state.users).set(ME, { ...userOf(state, ME), is_guest: true }) };
    expect(paletteItems(guest, 'groups', [])).toEqual([]);
  });

  it('finds lists of what was written for later', () => {
    expect([keys('draft'), keys('scheduled'), keys('remind')]).toEqual([['#drafts'], ['#scheduled'], ['#reminders']]);
  });

  it('begins with what was visited last, and leaves out what is not there any more', () => {
    const recent = ['#narrow/channel/5-design/topic/Depth', '#narrow/channel/99-gone/topic/x', '#narrow/dm/20-Dee'];
    expect(keys('', recent).slice(0, 2)).toEqual(['topic 5 depth', 'person 20']);
  });

  it('prefers what was visited among equals', () => {
    expect(keys('de', ['#narrow/dm/20-Dee'])[0]).toBe('person 20');
  });

  it('leads to the other organizations that are listed', () => {
    const ops = { origin: 'https://ops.chat.example', name: 'Ops' };
    knownOrganizations.set([ops]);
    expect(paletteItems(state, 'op', [])).toEqual([
      expect.objectContaining({ label: 'Ops', hint: 'ops.chat.example', organization: ops }),
    ]);
    knownOrganizations.set([]);
    expect(keys('op')).toEqual([]);
    expect(keys('other org')).toEqual(['#organizations']);
  });
});
