import { JsonObject, listField, numberField, parseObject, textField } from '../../../../bench/support/json';
import type { SeededUser } from '../../../../bench/support/seed';
import { Attack, Field, inTurn } from '../attack';
import type { Ask, Caller } from '../caller';
import { form, query } from './asking';

/** Somebody whom guests may not know, and what there is of theirs in a channel of the guests. */
interface Hidden {
  user: SeededUser;
  /** As no other answer has it. */
  name: string;
  channelId: number;
  messageId: number;
}

const NAME = 'Zephyrine Quill';
const FIRST_GUEST = 3;

const prepared = new WeakMap<Field, Promise<Hidden>>();

/** One who wrote, edited and reacted in the guests' channel and left it, before guests were limited to whom they share something with. */
async function hide(caller: Caller, { own }: Field): Promise<Hidden> {
  const [owner, user] = own.users;
  const [channel] = own.channels;
  if (!owner || !user || !channel) throw new Error('there is nobody to hide');
  const by = async (as: SeededUser, ask: Ask): Promise<JsonObject> =>
    parseObject((await caller.succeed({ ...ask, as })).body);
  await by(owner, form(`/users/${user.id}`, { full_name: NAME }, 'PATCH')());
  const message = { type: 'channel', to: String(channel.id), topic: 'a', content: 'from nobody you know' };
  const messageId = numberField(await by(user, form('/messages', message)()), 'id');
  await by(user, form(`/messages/${messageId}`, { content: 'from nobody at all' }, 'PATCH')());
  await by(user, form(`/messages/${messageId}/reactions`, { emoji_name: 'heart' })());
  await by(user, form('/users/me/subscriptions', { subscriptions: JSON.stringify([channel.name]) }, 'DELETE')());
  const groups = listField(await by(owner, query('/user_groups', {})()), 'user_groups');
  const members = groups.find((group) => group.name === 'role:members');
  await by(owner, form('/realm', { can_access_all_users_group: JSON.stringify({ new: members?.id }) }, 'PATCH')());
  return { user, name: NAME, channelId: channel.id, messageId };
}

function questions({ user, name, channelId, messageId }: Hidden): (() => Ask)[] {
  const narrow = (operator: string, operand: unknown) => JSON.stringify([{ operator, operand }]);
  const page = { anchor: 'newest', num_before: '10', num_after: '0' };
  return [
    query('/messages', { ...page, narrow: narrow('channel', channelId) }),
    query('/messages', { ...page, narrow: narrow('sender', user.id) }),
    query('/messages', { ...page, narrow: narrow('search', name) }),
    ...['', '/history', '/read_receipts'].map((what) => query(`/messages/${messageId}${what}`, {})),
    ...['', '/presence', '/status', '/channels', `/subscriptions/${channelId}`].map((what) =>
      query(`/users/${user.id}${what}`, {}),
    ),
    query('/users', { include_custom_profile_fields: 'true' }),
    query(`/users/${encodeURIComponent(user.email)}`, {}),
    query('/realm/presence', {}),
    query(`/streams/${channelId}/members`, {}),
    form('/register', { client_capabilities: '{"user_list_incomplete":true}' }),
    form('/messages/render', { content: `@**|${user.id}** @_**|${user.id}**` }),
    form('/messages', { type: 'direct', to: `[${user.id}]`, content: 'who are you?' }),
  ];
}

/** What guests may know of whom they share nothing with: an id. */
export const hiddenNames: Attack = {
  name: 'names hidden from guests',
  begin: async (caller, field) => {
    const setUp = prepared.get(field) ?? hide(caller, field);
    prepared.set(field, setUp);
    const hidden = await setUp;
    const guests = field.own.users.filter((_, index) => index >= FIRST_GUEST && index % FIRST_GUEST === 0);
    const guest = guests[caller.index % guests.length];
    if (!guest) throw new Error('there is no guest');
    const asks = [...questions(hidden), () => eventsOfReactions(caller, guest, hidden)];
    return inTurn(asks, async (make, tally) => {
      const ask = await make();
      const answer = await caller.attempt(tally, { ...ask, as: guest }, [200, 400, 403, 404]);
      if (answer?.body.includes(hidden.name)) tally.fail(`${ask.method} ${ask.path.split('?')[0]} tells the name`);
    });
  },
};

/** The poll of a guest's queue that has heard how the hidden one reacted. */
async function eventsOfReactions(caller: Caller, guest: SeededUser, hidden: Hidden): Promise<Ask> {
  const registration = await caller.ask({ ...form('/register', { event_types: '["reaction"]' })(), as: guest });
  const path = `/messages/${hidden.messageId}/reactions`;
  for (const method of ['POST', 'DELETE'] as const) {
    await caller.ask({ ...form(path, { emoji_name: 'tada' }, method)(), as: hidden.user });
  }
  const queueId = registration?.status === 200 ? textField(parseObject(registration.body), 'queue_id') : 'refused';
  return query('/events', { queue_id: queueId, last_event_id: '-1', dont_block: 'true' })();
}
