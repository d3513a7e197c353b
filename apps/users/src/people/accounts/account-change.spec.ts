import { TypeCompiler } from '@sinclair/typebox/compiler';
import { AudienceSet } from '@stoa/contracts/changes';
import { ChangeEvent, RealmUserAddEventSchema, SubscriptionPeerEventSchema } from '@stoa/contracts/events';
import { UserRow } from '@stoa/wire-objects';
import { NewAccountChange, newAccountEvents } from './account-change';

const user: UserRow = {
  id: 50,
  version: 0,
  email: 'user50@chat.example.com',
  deliveryEmail: 'ada@example.com',
  fullName: 'Ada',
  role: 400,
  isActive: true,
  isBot: false,
  isImportedStub: false,
  isDeleted: false,
  botType: null,
  botOwnerId: null,
  avatarSource: 'G',
  avatarVersion: 1,
  avatarKey: null,
  timezone: '',
  dateJoined: 1_777_777_777,
  emailVisibility: 3,
  presenceEnabled: true,
  profileData: null,
};
const change: NewAccountChange = {
  realmId: 2,
  realmHost: 'chat.example.com',
  user,
  recipients: [
    { id: 1, role: 100 },
    { id: 2, role: 400 },
    { id: 3, role: 600 },
    { id: 4, role: 600 },
  ],
  isAccessLimited: false,
  groups: [{ groupId: 14, userIds: [50] }],
  channels: [
    { id: 5, isWebPublic: true, guestIds: [] },
    { id: 6, isWebPublic: false, guestIds: [] },
    { id: 7, isWebPublic: false, guestIds: [3] },
  ],
};

const told = (events: ChangeEvent[]): unknown[] =>
  events.map(({ route, body: { event } }) => [
    event.op,
    event.stream_ids ?? event.group_id ?? Reflect.get(Object(event.person), 'delivery_email'),
    [...AudienceSet.decode(route.to)],
  ]);

describe('the events of a new account', () => {
  it('come in order, with the address only for who may see it', () => {
    expect(told(newAccountEvents(change))).toEqual([
      ['add', 'ada@example.com', [1]],
      ['add', null, [2, 3, 4]],
      ['add_members', 14, [1, 2, 3, 4]],
      ['peer_add', [5], [1, 2, 3, 4]],
      ['peer_add', [6], [1, 2]],
      ['peer_add', [7], [1, 2, 3]],
    ]);
  });

  it('are batched where there are no guests', () => {
    const recipients = change.recipients.filter(({ role }) => role !== 600);
    const channels = change.channels.map((channel) => ({ ...channel, guestIds: [] }));
    expect(told(newAccountEvents({ ...change, recipients, channels })).slice(3)).toEqual([
      ['peer_add', [5, 6, 7], [1, 2]],
    ]);
  });

  it('show limited guests a placeholder, and the account to who shares a channel with it', () => {
    const events = newAccountEvents({ ...change, isAccessLimited: true });
    expect(told(events).slice(0, 5)).toEqual([
      ['add', 'ada@example.com', [1]],
      ['add', null, [2]],
      ['add', null, [3, 4]],
      ['add_members', 14, [1, 2, 3, 4]],
      ['add', null, [3]],
    ]);
    expect(events[2]?.body).toMatchObject({
      event: { person: { full_name: 'Unknown user' } },
      when: { capability: 'user_list_incomplete', is: false },
    });
    expect(events[4]?.body.event).toMatchObject({ person: { full_name: 'Ada' } });
  });

  it('have the declared form', () => {
    const added = TypeCompiler.Compile(RealmUserAddEventSchema);
    const peers = TypeCompiler.Compile(SubscriptionPeerEventSchema);
    for (const { body } of newAccountEvents({ ...change, isAccessLimited: true })) {
      const event = { id: 0, ...body.event };
      if (event.type === 'realm_user') expect([...added.Errors(event)]).toEqual([]);
      if (event.type === 'subscription') expect([...peers.Errors(event)]).toEqual([]);
    }
  });
});
