import { ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Person, addPerson, demoPerson, unique } from '../support/people';
import { uniqueName } from '../support/person';

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
    ada = await addPerson(demoPerson(cluster, 'owner'), 'Ada');
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

/** Calls of zulip-js that the reference has not had for years. */
const GONE = [
  { name: 'users.me.pointer.retrieve', result: 'error', msg: 'There is no endpoint at this path' },
  { name: 'users.me.pointer.update', result: 'error', msg: 'There is no endpoint at this path' },
  { name: 'filters.retrieve', result: 'error', msg: 'Method Not Allowed' },
];

describe('zulip-js', () => {
  it('makes every call that its modules export', async () => {
    const cluster = await sharedCluster();
    const user = demoPerson(cluster, 'owner');
    const other = await addPerson(user, 'Other');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.join(__dirname, '..', 'support', 'zulip-js-calls.cjs')],
      {
        env: {
          PATH: process.env.PATH,
          REALM: cluster.description.base_url,
          USER_EMAIL: user.email,
          USER_KEY: user.apiKey,
          USER_PASSWORD: user.password,
          OTHER_ID: String(other.userId),
          CHANNEL: unique('calls'),
          NEW_EMAIL: uniqueName('New').email,
        },
      },
    );
    const calls: { name: string; result: string; msg: string }[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(calls.filter(({ result }) => result !== 'success')).toEqual(GONE);
  });
});

describe('the bot of the README', () => {
  let bot: ChildProcess | undefined;
  afterAll(() => bot?.kill('SIGKILL'));

  it('runs as it is printed there', async () => {
    const cluster = await sharedCluster();
    const readme = readFileSync(path.join(__dirname, '..', '..', 'README.md'), 'utf8');
    const source = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const person = demoPerson(cluster, 'bot');
    const ada = await addPerson(demoPerson(cluster, 'owner'), 'Ada');
    bot = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        STOA: cluster.description.base_url,
        BOT: `${person.email}:${person.apiKey}`,
      },
    });
    await once(bot.stdout ?? bot, 'data');
    await sendDirect(ada, [person], { content: 'what do you say?' });
    const answer = await eventually(
      async () =>
        (await fetchNewest(ada, [], { apply_markdown: false })).find(
          ({ sender_id: sender, content }) => sender === person.userId && content.includes('what do you say?'),
        ),
      { timeoutMs: 20_000 },
    );
    expect(answer).toMatchObject({ type: 'private', content: 'You said: what do you say?' });
  });
});
