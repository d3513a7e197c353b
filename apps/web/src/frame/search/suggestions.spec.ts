import type { Term } from '../../narrow/terms';
import { snapshotState } from '../../store/snapshot';
import { topicKey } from '../../store/topics';
import { ME, aSubscription, aUser, anAnswer } from '../../test-support/answer';
import { suggestionsFor, unpilled, withoutLast } from './suggestions';

const state = {
  ...snapshotState(
    anAnswer({
      realm_users: [
        aUser(ME, { full_name: 'Max' }),
        aUser(20, { full_name: 'Ann Lee' }),
        aUser(30, { full_name: 'Bo' }),
        aUser(40, { full_name: 'Doe, John' }),
      ],
      subscriptions: [aSubscription(5, { name: 'design' }), aSubscription(6, { name: 'release planning' })],
    }),
  ),
  topics: new Map([
    [5, new Map(['logo', '✔ icons'].map((name, id) => [topicKey(name), { name, maxId: id, hasOwnMessage: false }]))],
  ]),
};
const design: Term = { operator: 'channel', operand: 5 };
const keys = (typed: string, pills: readonly Term[] = []) => suggestionsFor(state, pills, typed).map(({ key }) => key);

describe('suggestions of the search (web-details.md E)', () => {
  it('begin with what Enter does', () => {
    expect(suggestionsFor(state, [], 'ann')[0]).toMatchObject({ isSearch: true, text: 'ann' });
    expect(suggestionsFor(state, [], '')[0]?.isSearch).toBeUndefined();
    expect(suggestionsFor(state, [design], '')[0]?.isSearch).toBe(true);
  });

  it('offer channels and people by the beginnings of words', () => {
    expect(keys('plan')).toContain('channel:"release planning"');
    expect(keys('lee')).toEqual(['search', 'dm:"Ann Lee"', 'sender:"Ann Lee"', 'dm-including:"Ann Lee"']);
  });

  it('offer channels that are open to the web only where there may be any', () => {
    const organization = { ...state.organization, realm_enable_spectator_access: true };
    const open = suggestionsFor({ ...state, organization }, [], 'channels').map(({ key }) => key);
    expect(open.filter((key) => key.startsWith('channels:'))).toEqual(['channels:public', 'channels:web-public']);
    expect(keys('channels').filter((key) => key.startsWith('channels:'))).toEqual(['channels:public']);
  });

  it('complete operators, and then their values', () => {
    expect(keys('send')).toContain('sender:');
    expect(keys('sender:b')).toEqual(['search', 'sender:Bo']);
    expect(keys('is:un')).toEqual(['search', 'is:unread']);
    expect(keys('-is:res')).toEqual(['search', '-is:resolved']);
  });

  it('complete the last of several people, but for those who are named already', () => {
    expect(keys('dm:Bo,an')).toEqual(['search', 'dm:"Ann Lee,Bo"']);
    expect(keys('dm-including:Bo,b')).toEqual(['search']);
    expect(keys('dm:Nobody,an')).toEqual(['search']);
    expect(keys('dm:Max,bo')).toEqual(['search', 'dm:Bo']);
    expect(keys('dm:Bo,ma')).toEqual(['search']);
    expect(keys('dm:"Doe, jo')).toEqual(['search', 'dm:40']);
  });

  it('offer topics of the channel that was chosen, resolved ones last', () => {
    expect(keys('topic:', [design])).toEqual(['search', 'topic:logo', 'topic:"✔ icons"']);
    expect(keys('ico', [design])).toContain('topic:"✔ icons"');
  });

  it('leave out what contradicts', () => {
    expect(keys('channel:', [design])).toEqual(['search']);
    expect(keys('is:d', [design])).toEqual(['search']);
    expect(keys('-channel:rel', [design])).toEqual(['search', '-channel:"release planning"']);
  });

  it('replace the word that was typed last', () => {
    expect(withoutLast('two words sender:b')).toBe('two words ');
    expect(withoutLast('done ')).toBe('done ');
  });

  it('make a condition text again, behind the words', () => {
    const person: Term = { operator: 'sender', operand: 20, negated: true };
    expect(unpilled(state, [design, person], 1, ' logo ')).toEqual({ pills: [design], text: 'logo -sender:"Ann Lee"' });
    expect(unpilled(state, [design], 0, '')).toEqual({ pills: [], text: 'channel:design' });
    expect(unpilled(state, [design], 3, 'logo')).toEqual({ pills: [design], text: 'logo' });
  });
});
