import { describe, expect, it } from 'vitest';
import { aGroup, aSubscription, aUser, anAnswer } from '../../test-support/answer';
import type { ChannelMessage } from '../../store/message';
import { snapshotState } from '../../store/snapshot';
import { type Addressee, type Mentionable, findAddressees, findPeople } from './people';

const IN_CHANNEL = { type: 'channel', channelId: 5, topic: 'plan' } as const;
const EVERYBODY = 1;
const MESSAGE: ChannelMessage = {
  ...{ id: 1, type: 'stream', stream_id: 5, topic: 'plan', sender_id: 20, sender_full_name: '', sender_email: '' },
  ...{ avatar_url: null, client: '', content: '', timestamp: 1, is_me_message: false, flags: new Set<string>() },
  ...{ topic_links: [], reactions: [], submessages: [] },
};

function stateWith(users: ReturnType<typeof aUser>[], changes: Parameters<typeof anAnswer>[0] = {}) {
  const everybody = aGroup(EVERYBODY, { name: 'role:everyone', is_system_group: true });
  return snapshotState(anAnswer({ realm_users: users, realm_user_groups: [everybody], ...changes }));
}

const nameOf = (one: Mentionable): string =>
  one.kind === 'user' ? one.user.full_name : one.kind === 'group' ? `*${one.group.name}*` : `!${one.name}`;

function names(
  state: ReturnType<typeof stateWith>,
  query: string,
  changes: Partial<Parameters<typeof findPeople>[1]> = {},
) {
  return findPeople(state, { query, target: IN_CHANNEL, isSilent: false, most: 50, ...changes }).map(nameOf);
}

describe('who may be meant', () => {
  const people = [
    aUser(10, { full_name: 'Zoë Stone' }),
    aUser(20, { full_name: 'Stan Field' }),
    aUser(30, { full_name: 'Eva stein' }),
    aUser(40, { full_name: 'Steward', is_bot: true }),
    aUser(50, { full_name: 'Quinn', email: 'start@chat.example' }),
  ];

  it('goes by starts of names, then of words (subscribers first), then bots, then addresses', () => {
    expect(names(stateWith(people), 'st')).toEqual(['Stan Field', 'Zoë Stone', 'Eva stein', 'Steward', 'Quinn']);
  });

  it('folds marks unless they are typed', () => {
    expect(names(stateWith(people), 'zoe')).toEqual(['Zoë Stone']);
    expect(names(stateWith(people), 'zoë')).toEqual(['Zoë Stone']);
    expect(names(stateWith(people), 'stän')).toEqual([]);
  });

  it('puts subscribers before others of the same fit', () => {
    const two = [aUser(20, { full_name: 'Ann A' }), aUser(30, { full_name: 'Ann B' })];
    const state = stateWith(two, { subscriptions: [aSubscription(5, { subscribers: [30] })] });
    expect(names(state, 'ann')).toEqual(['Ann B', 'Ann A']);
  });

  it('says nothing about subscribers where only some are known', () => {
    const two = [aUser(20, { full_name: 'Ann A' }), aUser(30, { full_name: 'Ann B' })];
    const some = { ids: new Set([30]), isComplete: false, since: new Map<number, boolean>() };
    const state = { ...stateWith(two), subscribers: new Map([[5, some]]) };
    expect(names(state, 'ann')).toEqual(['Ann A', 'Ann B']);
  });

  it('puts those who wrote in the topic before those who wrote in the channel, and both before others who read it', () => {
    const ids = [20, 30, 40, 50];
    const all = ids.map((id) => aUser(id, { full_name: `Ann ${id}` }));
    const base = stateWith(all, { subscriptions: [aSubscription(5, { subscribers: [20, 30, 40] })] });
    const wrote = (id: number, sender_id: number, topic: string) => [id, { ...MESSAGE, id, sender_id, topic }] as const;
    const messages = new Map([wrote(1, 40, 'plan'), wrote(2, 30, 'logo'), wrote(3, 50, 'plan')]);
    expect(names({ ...base, messages }, 'ann')).toEqual(['Ann 40', 'Ann 30', 'Ann 20', 'Ann 50']);
  });

  it('offers wildcards first in channels, last in direct messages, never silently', () => {
    const state = stateWith(people);
    expect(names(state, '').slice(0, 2)).toEqual(['!all', '!topic']);
    expect(names(state, 'all')).toEqual(['!all']);
    expect(names(state, '', { target: { type: 'direct', userIds: [20] } }).at(-1)).toBe('!all');
    expect(names(state, '', { isSilent: true }).some((name) => name.startsWith('!'))).toBe(false);
  });

  it('offers groups that have members and that the user may mention', () => {
    const may = aGroup(7, { name: 'staff', members: [20], can_mention_group: EVERYBODY });
    const mayNot = aGroup(8, { name: 'stewards', members: [20], can_mention_group: 99 });
    const empty = aGroup(9, { name: 'stars', can_mention_group: EVERYBODY });
    const everybody = aGroup(EVERYBODY, { name: 'role:everyone', is_system_group: true });
    const state = stateWith(people, { realm_user_groups: [everybody, may, mayNot, empty] });
    expect(names(state, 'st')).toEqual([
      ...['Stan Field', 'Zoë Stone', 'Eva stein'],
      ...['*staff*', 'Steward', 'Quinn'],
    ]);
  });

  it('leaves out who is muted or deactivated', () => {
    const state = stateWith([...people], { muted_users: [{ id: 20, timestamp: 1 }], realm_non_active_users: [] });
    expect(names(state, 'stan')).toEqual([]);
  });

  it('finds the best few of 10,000 people', () => {
    const many = Array.from({ length: 10_000 }, (_none, id) =>
      aUser(id + 100, { full_name: id === 7777 ? 'Stella Last' : `Person ${id} Stone` }),
    );
    const found = names(stateWith(many), 'st');
    expect(found).toHaveLength(50);
    expect(found[0]).toBe('Stella Last');
  });
});

describe('who may be added to a direct message', () => {
  const people = [
    aUser(10, { full_name: 'Zoë Stone' }),
    aUser(20, { full_name: 'Stan Field' }),
    aUser(30, { full_name: 'Stella Last' }),
    aUser(40, { full_name: 'Steward', is_bot: true }),
  ];
  const addressee = (one: Addressee): string =>
    one.kind === 'user' ? one.user.full_name : `*${one.group.name}* ${one.userIds.join()}`;
  const found = (state: ReturnType<typeof stateWith>, query: string, chosen: readonly number[] = []) =>
    findAddressees(state, { query, chosen, most: 50 }).map(addressee);

  it('are people, then groups with those of them that are not there yet, then bots', () => {
    const staff = aGroup(7, { name: 'staff', members: [20, 30], can_mention_group: 99 });
    const state = stateWith(people, { realm_user_groups: [staff] });
    const byName = ['Stan Field', 'Stella Last', 'Zoë Stone'];
    expect(found(state, 'st')).toEqual([...byName, '*staff* 20,30', 'Steward']);
    expect(found(state, 'st', [20])).toEqual(['Stella Last', 'Zoë Stone', '*staff* 30', 'Steward']);
    expect(found(state, 'st', [20, 30])).toEqual(['Zoë Stone', 'Steward']);
    expect(found(state, 'all')).toEqual([]);
  });

  it('begin with whom the user wrote to, and leave out who is muted', () => {
    const recent_private_conversations = [{ user_ids: [30], max_message_id: 5 }];
    const state = stateWith(people, { recent_private_conversations });
    expect(found(state, 'st')[0]).toBe('Stella Last');
    const muted = stateWith(people, { recent_private_conversations, muted_users: [{ id: 30, timestamp: 1 }] });
    expect(found(muted, 'st')).toEqual(['Stan Field', 'Zoë Stone', 'Steward']);
  });
});
