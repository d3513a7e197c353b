// Every call of the npm package zulip-js that the API still has, as its users make them. Prints one line of JSON per call.
const zulip = require('zulip-js');

const {
  REALM: realm,
  USER_EMAIL: username,
  USER_KEY: apiKey,
  USER_PASSWORD: password,
  OTHER_ID,
  CHANNEL,
} = process.env;

async function main() {
  const client = await zulip({ username, apiKey, realm });
  const call = async (name, work) => {
    const answer = await work();
    process.stdout.write(`${JSON.stringify({ name, result: answer.result, msg: answer.msg })}\n`);
    return answer;
  };
  await call('accounts.retrieve', async () => (await zulip({ username, password, realm })).accounts.retrieve());
  await call('server.settings', () => client.server.settings());
  await call('emojis.retrieve', () => client.emojis.retrieve());
  await call('users.retrieve', () => client.users.retrieve({ client_gravatar: false }));
  await call('users.me.getProfile', () => client.users.me.getProfile());
  await call('users.me.alertWords.retrieve', () => client.users.me.alertWords.retrieve());
  await call('users.me.subscriptions.add', () =>
    client.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: CHANNEL }]) }),
  );
  await call('streams.retrieve', () => client.streams.retrieve());
  const { stream_id: channelId } = await call('streams.getStreamId', () => client.streams.getStreamId(CHANNEL));
  await call('streams.subscriptions.retrieve', () => client.streams.subscriptions.retrieve());
  const queue = await call('queues.register', () => client.queues.register({ event_types: ['message', 'reaction'] }));
  const toChannel = { to: CHANNEL, type: 'stream', topic: 'calls', content: 'from zulip-js' };
  const { id } = await call('messages.send', () => client.messages.send(toChannel));
  await call('messages.send (direct)', () =>
    client.messages.send({ to: [Number(OTHER_ID)], type: 'private', content: 'hello' }),
  );
  await call('events.retrieve', () =>
    client.events.retrieve({ queue_id: queue.queue_id, last_event_id: -1, dont_block: true }),
  );
  await call('streams.topics.retrieve', () => client.streams.topics.retrieve({ stream_id: channelId }));
  await call('messages.retrieve', () =>
    client.messages.retrieve({
      narrow: [{ operator: 'stream', operand: CHANNEL }],
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
    }),
  );
  await call('messages.render', () => client.messages.render('**bold**'));
  await call('messages.update', () => client.messages.update({ message_id: id, content: 'edited by zulip-js' }));
  await call('messages.getById', () => client.messages.getById({ message_id: id }));
  await call('messages.getHistoryById', () => client.messages.getHistoryById({ message_id: id }));
  await call('messages.flags.add', () => client.messages.flags.add({ flag: 'starred', messages: [id] }));
  await call('messages.flags.remove', () => client.messages.flags.remove({ flag: 'starred', messages: [id] }));
  await call('reactions.add', () => client.reactions.add({ message_id: id, emoji_name: 'tada' }));
  await call('reactions.remove', () => client.reactions.remove({ message_id: id, emoji_name: 'tada' }));
  await call('reactions.add (again)', () => client.reactions.add({ message_id: id, emoji_name: 'car' }));
  await call('messages.deleteReactionById', () =>
    client.messages.deleteReactionById({ message_id: id, emoji_name: 'car' }),
  );
  await call('typing.send', () => client.typing.send({ to: [Number(OTHER_ID)], op: 'start' }));
  await call('messages.deleteById', () => client.messages.deleteById({ message_id: id }));
  await call('queues.deregister', () => client.queues.deregister({ queue_id: queue.queue_id }));
  await call('users.me.subscriptions.remove', () =>
    client.users.me.subscriptions.remove({ subscriptions: JSON.stringify([CHANNEL]) }),
  );
  await call('streams.deleteById', () => client.streams.deleteById({ stream_id: channelId }));
}

main().then(
  () => process.exit(),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
