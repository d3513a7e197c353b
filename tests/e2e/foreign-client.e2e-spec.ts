import { ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson, demoPerson } from '../support/people';

jest.setTimeout(60_000);

/** A client library that this project did not write drives a bot; every service runs twice. */
describe('a bot on zulip-js', () => {
  let cluster: TestCluster;
  let bot: Person;
  let ada: Person;
  let process_: ChildProcess;
  let errors = '';

  beforeAll(async () => {
    cluster = await sharedCluster();
    bot = demoPerson(cluster, 'bot');
    ada = await createPerson(cluster, 'Ada');
    process_ = spawn(process.execPath, [path.join(__dirname, '..', 'support', 'answering-bot.cjs')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        REALM: cluster.description.base_url,
        BOT_EMAIL: bot.email,
        BOT_KEY: bot.apiKey,
      },
    });
    process_.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  });

  afterAll(() => {
    process_.kill('SIGKILL');
  });

  /** Sends until the bot, whose queue exists from some moment on, has answered. */
  const answered = (
    send: () => Promise<unknown>,
    isAnswer: (message: { sender_id: number; content: string }) => boolean,
  ) =>
    eventually(
      async () => {
        expect([process_.exitCode, errors]).toEqual([null, '']);
        await send();
        return eventually(
          async () => (await fetchNewest(ada, [], { num_before: 20, apply_markdown: false })).find(isAnswer),
          { timeoutMs: 3_000 },
        );
      },
      { timeoutMs: 40_000 },
    );

  it('answers direct messages', async () => {
    const answer = await answered(
      () => sendDirect(ada, [bot], { content: 'ping one' }),
      (message) => message.sender_id === bot.userId && message.content === 'You wrote: ping one',
    );
    expect(answer).toMatchObject({ type: 'private', sender_full_name: bot.fullName });
  });

  it('answers mentions in channels, in their topic', async () => {
    const channel = await createChannel(ada, [bot]);
    const content = `@**${bot.fullName}** ping two`;
    const answer = await answered(
      () => sendToChannel(ada, channel, { content, topic: 'questions' }),
      (message) =>
        message.sender_id === bot.userId &&
        message.content.startsWith('You wrote:') &&
        message.content.endsWith('ping two'),
    );
    expect(answer).toMatchObject({ type: 'stream', subject: 'questions' });
  });
});
