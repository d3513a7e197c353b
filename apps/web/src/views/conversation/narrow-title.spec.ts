import { type Narrow, channelNarrow, directNarrow, topicNarrow } from '../../narrow/terms';
import { snapshotState } from '../../store/snapshot';
import { ME, aSubscription, aUser, anAnswer } from '../../test-support/answer';
import { narrowTitle } from './narrow-title';

const state = snapshotState(
  anAnswer({
    realm_empty_topic_display_name: 'general chat',
    realm_users: [aUser(ME), aUser(20, { full_name: 'Ann Lee' })],
    subscriptions: [aSubscription(5, { name: 'design' })],
  }),
);
const is = (operand: string): Narrow => [{ operator: 'is', operand }];

describe('what a narrow is called (web.md 4)', () => {
  it.each<[string, Narrow]>([
    ['#design', channelNarrow(5)],
    ['#design > logo', topicNarrow(5, '✔ logo')],
    ['#design > general chat', topicNarrow(5, '')],
    ['Ann Lee', directNarrow([20])],
    ['Combined feed', []],
    ['Mentions', is('mentioned')],
    ['Starred messages', is('starred')],
    ['Followed topics', is('followed')],
    ['Messages sent by Ann Lee', [{ operator: 'sender', operand: 20 }]],
    ['channel:design tea', [...channelNarrow(5), { operator: 'search', operand: 'tea' }]],
    [
      'has:link sender:me',
      [
        { operator: 'has', operand: 'link' },
        { operator: 'sender', operand: ME },
      ],
    ],
  ])('%s', (title, narrow) => {
    expect(narrowTitle(state, narrow)).toBe(title);
  });
});
