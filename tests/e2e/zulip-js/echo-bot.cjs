// A bot as its author would write it, on the library zulip-js: answers every direct message and every mention of it.
// The library never ends its loop, so the test runs the bot as a process of its own.
const zulip = require('zulip-js');

const [realm, username, apiKey] = process.argv.slice(2);

function answerTo(message) {
  const content = `You said: ${message.content}`;
  if (message.type === 'private') return { type: 'private', to: JSON.stringify([message.sender_id]), content };
  return { type: 'stream', to: message.display_recipient, topic: message.subject, content };
}

async function main() {
  const client = await zulip({ realm, username, apiKey });
  const { user_id: ownId } = await client.users.me.getProfile();
  await client.callOnEachEvent(
    (event) => {
      const { message, flags } = event;
      const isForMe = message.type === 'private' || flags.includes('mentioned');
      if (message.sender_id === ownId || !isForMe) return;
      client.messages.send(answerTo(message)).then(
        ({ result, msg }) => result !== 'success' && process.stderr.write(`${msg}\n`),
        (error) => process.stderr.write(`${error.stack}\n`),
      );
    },
    ['message'],
  );
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
