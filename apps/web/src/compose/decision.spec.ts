import { snapshotState } from '../store/snapshot';
import { aSubscription, anAnswer, permissionsFor } from '../test-support/answer';
import type { Problem } from './checks';
import { decisionAbout } from './decision';

const state = snapshotState(
  anAnswer({
    ...permissionsFor(3),
    realm_can_mention_many_users_group: 4,
    realm_direct_message_initiator_group: 5,
    subscriptions: [aSubscription(5, { name: 'news', can_send_message_group: 8, can_create_topic_group: 9 })],
  }),
);
const inChannel = { type: 'channel', channelId: 5, topic: 'plan' } as const;
const toPeople = { type: 'direct', userIds: [20] } as const;
const about = (kind: 'may-not-post' | 'may-not-begin-topic' | 'may-not-begin' | 'nobody-authorizes' | 'empty') =>
  decisionAbout(
    state,
    { kind } satisfies Problem,
    kind.includes('post') || kind.includes('topic') ? inChannel : toPeople,
  );

describe('what keeps a message from being sent', () => {
  it('is given by the channel', () => {
    expect(about('may-not-post')).toEqual({ value: 8, href: '#channels/5/news/permissions' });
    expect(about('may-not-begin-topic')?.value).toBe(9);
    expect(decisionAbout(state, { kind: 'may-not-post' }, { ...inChannel, channelId: 99 })).toBeUndefined();
  });

  it('is given by the organization', () => {
    const href = '#organization/organization-permissions';
    expect(about('may-not-begin')).toEqual({ value: 5, href });
    expect(about('nobody-authorizes')).toEqual({ value: 3, href });
    expect(decisionAbout(state, { kind: 'wildcard', name: 'all' }, inChannel)).toEqual({ value: 4, href });
  });

  it('may be no permission', () => {
    expect(about('empty')).toBeUndefined();
  });
});
