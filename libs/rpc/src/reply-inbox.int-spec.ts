import { TestServers, startServers } from '@stoa/testing';
import { type Msg, type NatsConnection, NatsError } from 'nats';
import { connectToNats } from './nats-connection';
import { ReplyInbox } from './reply-inbox';

describe('ReplyInbox', () => {
  let servers: TestServers;
  let asking: NatsConnection;
  let answering: NatsConnection;
  let inbox: ReplyInbox;

  beforeAll(async () => {
    servers = await startServers();
    answering = await connectToNats(servers.natsUrl, 'answering');
    const answer = (message: Msg) => {
      const text = Buffer.from(message.data).toString();
      if (text === 'nothing') message.respond();
      else if (text === 'twice') ['first', 'second'].forEach((word) => message.respond(Buffer.from(word)));
      else if (text !== 'silence') message.respond(Buffer.from(text.toUpperCase()));
    };
    answering.subscribe('questions', { callback: (_error, message) => answer(message) });
    await answering.flush();
  });

  beforeEach(async () => {
    asking = await connectToNats(servers.natsUrl, 'asking');
    inbox = new ReplyInbox(asking);
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await asking.close();
  });

  afterAll(async () => {
    await answering.close();
    await servers.stop();
  });

  async function ask(text: string, { subject = 'questions', timeoutMs = 5_000 } = {}): Promise<string> {
    const answer = await new Promise<Msg>((resolve, reject) =>
      inbox.ask(subject, Buffer.from(text), { timeoutMs, resolve, reject }),
    );
    return Buffer.from(answer.data).toString();
  }

  it('gives each question its own answer, which may be empty, and the first of several', async () => {
    const texts = ['a', 'b', 'nothing', 'twice', 'c'];
    expect(await Promise.all(texts.map((text) => ask(text)))).toEqual(['A', 'B', '', 'first', 'C']);
  });

  it('says at once that nobody listens, and in time that nobody answers', async () => {
    await expect(ask('a', { subject: 'nobody' })).rejects.toMatchObject({ code: '503' });
    await expect(ask('silence', { timeoutMs: 20 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('refuses what waits when the connection is closed, and what is asked after that', async () => {
    const waiting = ask('silence');
    const refused = expect(waiting).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await asking.close();
    await refused;
    await expect(ask('a')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('makes no error for a question that is answered', async () => {
    const made = vi.spyOn(NatsError, 'errorForCode');
    expect(await ask('a')).toBe('A');
    expect(made).not.toHaveBeenCalled();
  });
});
