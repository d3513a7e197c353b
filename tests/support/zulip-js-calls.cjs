// Every call of the npm package zulip-js, as its users make it. The calls are those that its own modules export: one
// without a case here fails. Prints one line of JSON per call: its name, result, msg.
const zulip = require('zulip-js');

const {
  REALM: realm,
  USER_EMAIL: username,
  USER_KEY: apiKey,
  USER_PASSWORD: password,
  OTHER_ID,
  CHANNEL,
  NEW_EMAIL,
} = process.env;
const LONGEST_WAIT_MS = 20_000;

/** Names of all functions of the client, with those of the objects in it. */
function callsOf(object, prefix = '') {
  return Object.entries(object).flatMap(([name, value]) => {
    if (typeof value === 'function') return [prefix + name];
    return name === 'config' ? [] : callsOf(value, `${prefix}${name}.`);
  });
}

/** What earlier calls made. */
const made = {};

/** In the order in which they are made, each under the name of the call. */
const cases = {
  'accounts.retrieve': async () => (await zulip({ username, password, realm })).accounts.retrieve(),
  'server.settings': (client) => client.server.settings(),
  'emojis.retrieve': (client) => client.emojis.retrieve(),
  'users.retrieve': (client) => client.users.retrieve({ client_gravatar: false }),
  'users.create': (client) =>
    client.users.create({ email: NEW_EMAIL, password: 'correct horse battery staple', full_name: 'New' }),
  'users.me.getProfile': (client) => client.users.me.getProfile(),
  'users.me.alertWords.retrieve': (client) => client.users.me.alertWords.retrieve(),
  // Pointers and the old list of linkifiers have left the API.
  'users.me.pointer.retrieve': (client) => client.users.me.pointer.retrieve(),
  'users.me.pointer.update': (client) => client.users.me.pointer.update(1),
  'filters.retrieve': (client) => client.filters.retrieve(),
  'users.me.subscriptions.add': (client) =>
    client.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: CHANNEL }]) }),
  'streams.retrieve': (client) => client.streams.retrieve(),
  'streams.getStreamId': async (client) => {
    const answer = await client.streams.getStreamId(CHANNEL);
    made.channelId = answer.stream_id;
    return answer;
  },
  'streams.subscriptions.retrieve': (client) => client.streams.subscriptions.retrieve({ include_subscribers: true }),
  'queues.register': async (client) => {
    const answer = await client.queues.register({ event_types: ['message', 'reaction'] });
    made.queueId = answer.queue_id;
    return answer;
  },
  'messages.send': async (client) => {
    const direct = await client.messages.send({ to: [Number(OTHER_ID)], type: 'private', content: 'hello' });
    if (direct.result !== 'success') return direct;
    const toChannel = { to: CHANNEL, type: 'stream', topic: 'calls', content: 'from zulip-js' };
    const answer = await client.messages.send(toChannel);
    made.id = answer.id;
    return answer;
  },
  'events.retrieve': async (client) => {
    const answer = await client.events.retrieve({ queue_id: made.queueId, last_event_id: -1, dont_block: false });
    return answer.events?.some(({ type }) => type === 'message') ? answer : { ...answer, result: 'no message' };
  },
  callOnEachEvent: (client) =>
    new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('no event came')), LONGEST_WAIT_MS).unref();
      // It never ends, and registers for everything, as without a list of types.
      client.callOnEachEvent((event) => event.type === 'message' && resolve({ result: 'success' })).catch(reject);
      const sends = setInterval(
        () => client.messages.send({ to: [Number(OTHER_ID)], type: 'direct', content: 'again' }),
        1_000,
      );
      sends.unref();
    }),
  'streams.topics.retrieve': (client) => client.streams.topics.retrieve({ stream_id: made.channelId }),
  'messages.retrieve': async (client) => {
    const narrow = [{ operator: 'stream', operand: CHANNEL }];
    const answer = await client.messages.retrieve({ narrow, anchor: 'newest', num_before: 10, num_after: 0 });
    return answer.messages?.some(({ id }) => id === made.id) ? answer : { ...answer, result: 'not found' };
  },
  'messages.render': (client) => client.messages.render('**bold**'),
  'messages.update': (client) => client.messages.update({ message_id: made.id, content: 'edited by zulip-js' }),
  'messages.getById': (client) => client.messages.getById({ message_id: made.id }),
  'messages.getHistoryById': (client) => client.messages.getHistoryById({ message_id: made.id }),
  'messages.flags.add': (client) => client.messages.flags.add({ flag: 'starred', messages: [made.id] }),
  'messages.flags.remove': (client) => client.messages.flags.remove({ flag: 'starred', messages: [made.id] }),
  'reactions.add': (client) => client.reactions.add({ message_id: made.id, emoji_name: 'tada' }),
  'reactions.remove': (client) => client.reactions.remove({ message_id: made.id, emoji_name: 'tada' }),
  'messages.deleteReactionById': async (client) => {
    await client.reactions.add({ message_id: made.id, emoji_name: 'car' });
    return client.messages.deleteReactionById({ message_id: made.id, emoji_name: 'car' });
  },
  'typing.send': async (client) => {
    const one = await client.typing.send({ to: [Number(OTHER_ID)], op: 'start' });
    return one.result === 'success' ? client.typing.send({ to: [Number(OTHER_ID), made.me], op: 'stop' }) : one;
  },
  'messages.deleteById': (client) => client.messages.deleteById({ message_id: made.id }),
  callEndpoint: async (client) => {
    const answer = await client.callEndpoint('/users/me/status', 'POST', { status_text: 'called' });
    return answer.result === 'success' ? client.callEndpoint('users/me/subscriptions', 'GET', {}) : answer;
  },
  'queues.deregister': (client) => client.queues.deregister({ queue_id: made.queueId }),
  'users.me.subscriptions.remove': (client) =>
    client.users.me.subscriptions.remove({ subscriptions: JSON.stringify([CHANNEL]) }),
  'streams.deleteById': (client) => client.streams.deleteById({ stream_id: made.channelId }),
};

async function main() {
  const client = await zulip({ username, apiKey, realm });
  made.me = (await client.users.me.getProfile()).user_id;
  const exported = callsOf(client);
  const untried = exported.filter((name) => !(name in cases));
  const unknown = Object.keys(cases).filter((name) => !exported.includes(name));
  if (untried.length + unknown.length > 0)
    throw new Error(`calls without a case: ${untried}; cases of none: ${unknown}`);
  for (const [name, work] of Object.entries(cases)) {
    const { result, msg } = await work(client);
    process.stdout.write(`${JSON.stringify({ name, result, msg })}\n`);
  }
}

main().then(
  () => process.exit(),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
