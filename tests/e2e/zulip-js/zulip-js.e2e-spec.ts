import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../../support/channels';
import { sendDirect, sendToChannel } from '../../support/messages';
import { Person, createPerson, demoPerson } from '../../support/people';
import { ClientEvent, TestQueue } from '../../support/test-queue';

jest.setTimeout(120_000);

/** A client that this project did not write, against two replicas of every service. */
describe('a bot on zulip-js', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bot: Person;
  let program: ChildProcess;
  let complaints = '';

  beforeAll(async () => {
    cluster = await sharedCluster();
    const replicas = (service: string) => cluster.description.processes.filter((entry) => entry.service === service);
    for (const service of ['gateway', 'messages', 'users', 'events', 'presence', 'push']) {
      expect(replicas(service).length).toBeGreaterThanOrEqual(2);
    }
    ada = await createPerson(cluster, 'Ada');
    bot = demoPerson(cluster, 'bot');
    const { base_url: realm } = cluster.description;
    program = spawn(process.execPath, [path.join(__dirname, 'echo-bot.cjs'), realm, bot.email, bot.apiKey], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    program.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    await isListening();
  });

  afterAll(async () => {
    if (!program || program.exitCode !== null) return;
    const ended = once(program, 'exit');
    program.kill();
    await ended;
  });

  const isFromBot = (event: ClientEvent) => event.type === 'message' && event.message.sender_id === bot.userId;

  /** The library does not say when it has registered: it has when the bot answers. */
  async function isListening(): Promise<void> {
    const queue = await TestQueue.register(ada, { event_types: ['message'] });
    await eventually(
      async () => {
        if (program.exitCode !== null) throw new Error(`the bot ended: ${complaints}`);
        await sendDirect(ada, [bot], { content: 'are you there?' });
        return (await queue.poll({ dont_block: true })).some(isFromBot);
      },
      { timeoutMs: 30_000, stepMs: 300 },
    );
  }

  it('answers direct messages and mentions, each once and in order', async () => {
    const channel = await createChannel(ada, [bot]);
    const queue = await TestQueue.register(ada, { event_types: ['message'] });
    const direct: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      direct.push(`direct ${count}`);
      await sendDirect(ada, [bot], { content: `direct ${count}` });
    }
    await sendToChannel(ada, channel, { topic: 'bots', content: 'nobody is meant' });
    await sendToChannel(ada, channel, { topic: 'bots', content: `@**${bot.fullName}** hear me` });

    const wanted = [...direct.map((text) => `You said: ${text}`), `You said: @**${bot.fullName}** hear me`].sort();
    const answers: ClientEvent[] = [];
    const isAnswer = (event: ClientEvent) => isFromBot(event) && wanted.includes(event.message.content);
    while (answers.length < wanted.length) answers.push(await queue.next(isAnswer));
    expect(answers.map(({ message }) => message.content).sort()).toEqual(wanted);
    const inChannel = answers.find(({ message }) => message.type === 'stream');
    expect(inChannel?.message).toMatchObject({
      display_recipient: channel.name,
      subject: 'bots',
      sender_id: bot.userId,
    });

    // Whatever it would send twice is there before the answer to the last question is.
    await sendDirect(ada, [bot], { content: 'last' });
    const rest = await queue.until((event) => isFromBot(event) && event.message.content === 'You said: last');
    expect(rest.filter(isAnswer)).toEqual([]);
    expect(queue.received.filter(isFromBot).some(({ message }) => message.content.includes('nobody'))).toBe(false);
    expect(complaints).toBe('');
  });
});
