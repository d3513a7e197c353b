// A bot on the npm package zulip-js, as its users write one: answers every direct message and every mention. Its client
// library is not ours; it runs in a process of its own because its event loop has no end.
const zulip = require('zulip-js');

async function main() {
  const client = await zulip({
    username: process.env.BOT_EMAIL,
    apiKey: process.env.BOT_KEY,
    realm: process.env.REALM,
  });
  const me = await client.users.me.getProfile();
  await client.callOnEachEvent(
    async (event) => {
      if (event.type !== 'message' || event.message.sender_id === me.user_id) return;
      const { message } = event;
      const isDirect = message.type === 'private';
      if (!isDirect && !event.flags.includes('mentioned')) return;
      await client.messages.send({
        type: isDirect ? 'direct' : 'stream',
        to: isDirect ? [message.sender_id] : message.display_recipient,
        ...(isDirect ? {} : { topic: message.subject }),
        content: `You wrote: ${message.content}`,
      });
    },
    ['message'],
  );
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
process.stdout.write('started\n');
