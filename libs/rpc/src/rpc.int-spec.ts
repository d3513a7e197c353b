import { INestMicroservice, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from '@sinclair/typebox';
import { Actor, defineRpc } from '@stoa/contracts/rpc';
import { DomainError, UnavailableError } from '@stoa/errors';
import type { RpcResponse } from '@stoa/contracts/rpc';
import { causeOfWork, createLogger, inBackground } from '@stoa/observability';
import { TestServers, eventually, startServers } from '@stoa/testing';
import type { ActorContext, CallContext } from './call-context';
import { RawJson } from './call-context';
import { NatsConnection, connectToNats } from './nats-connection';
import { RpcClient } from './rpc-client';
import { Handles, contractHandlers } from './handles';
import { RpcServer, RpcServerHooks } from './rpc-server';
import { RemoteFault, ReplyKind, decodeRequest } from './wire';

const ask = defineRpc({
  subject: 'rpc.test.v1.questions.ask',
  request: Type.Object({ text: Type.String() }),
  response: Type.Object({ text: Type.String(), requestId: Type.String() }),
  auth: 'public',
  timeoutMs: 5_000,
  idempotent: true,
});
const askWho = defineRpc({
  subject: 'rpc.test.v1.questions.ask-who',
  request: Type.Object({}),
  response: Type.Object({ userId: Type.Integer() }),
  auth: 'user',
  idempotent: true,
});
const forget = defineRpc({
  subject: 'rpc.test.v1.questions.forget',
  request: Type.Object({}),
  response: Type.Object({}),
  auth: 'public',
  idempotent: true,
});

const LARGE = 'x'.repeat(3_000_000);
let release: () => void = () => undefined;

const ACTOR: Actor = {
  realmId: 12,
  partition: 0,
  realmHost: 'chat.example',
  realmUrl: 'https://chat.example',
  userId: 7,
  role: 400,
  isBot: false,
  botType: null,
  email: 'ada@chat.example',
  deliveryEmail: 'ada@mail.example',
  fullName: 'Ada',
  clientName: 'test',
  canCreateUsers: false,
  canForgeSender: false,
};

type Admit = NonNullable<RpcServerHooks['admit']>;
const admitAll: Admit = (work) => work();
let admit: Admit = admitAll;

@Injectable()
class QuestionsService {
  @Handles(ask)
  async answer(context: CallContext, { text }: { text: string }): Promise<RpcResponse<typeof ask> | RawJson> {
    if (text === 'refuse') throw new DomainError('BAD_REQUEST', 'no', { status: 409, data: { reason: 'because' } });
    if (text === 'unavailable') throw new UnavailableError('later', { retryAfterSeconds: 7 });
    if (text === 'fault') throw new Error('a secret detail');
    if (text === 'large') return new RawJson(JSON.stringify({ text: LARGE, requestId: '' }));
    if (text === 'cause') return { text: causeOfWork(), requestId: context.requestId };
    if (text === 'wait') await new Promise<void>((resolve) => (release = resolve));
    return { text: text.toUpperCase(), requestId: context.requestId };
  }

  @Handles(askWho)
  who({ actor }: ActorContext): RpcResponse<typeof askWho> {
    return { userId: actor.userId };
  }

  @Handles(forget)
  async forget(): Promise<void> {}
}

@Module({ providers: [QuestionsService] })
class QuestionsModule {}

describe('calls between services', () => {
  let servers: TestServers;
  let connections: NatsConnection[];
  let service: INestMicroservice;
  let client: RpcClient;
  const context = (remainingMs = 5_000): CallContext => ({ requestId: 'r1', deadlineAt: Date.now() + remainingMs });

  beforeAll(async () => {
    servers = await startServers();
    connections = [await connectToNats(servers.natsUrl, 'server'), await connectToNats(servers.natsUrl, 'client')];
  });

  beforeEach(async () => {
    const [serving, calling] = connections;
    if (!serving || !calling) throw new Error('two connections were opened');
    const log = createLogger({ service: 'test', replica: 1, level: 'silent' });
    const strategy = new RpcServer(serving, 'test', log, { admit: (work, claim) => admit(work, claim) });
    service = await NestFactory.createMicroservice(QuestionsModule, { strategy, logger: false });
    strategy.serve(contractHandlers(service));
    await service.listen();
    client = new RpcClient(calling);
  });

  afterEach(() => service.close());

  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await servers.stop();
  });

  it('answers with what the handler returns and gives it the context', async () => {
    expect(await client.call(ask, context(), { text: 'a' })).toEqual({ text: 'A', requestId: 'r1' });
  });

  it('gives the actor to methods that need one, and does not call them without', async () => {
    expect(await client.call(askWho, { ...context(), actor: ACTOR }, {})).toEqual({ userId: ACTOR.userId });
    await expect(client.call(askWho, context(), {})).rejects.toEqual(new RemoteFault(askWho.subject));
  });

  it('answers an empty object for a method that returns nothing', async () => {
    expect(await client.call(forget, context(), {})).toEqual({});
  });

  it('tells the callee whether a client asked', async () => {
    const cause = () => client.call(ask, context(), { text: 'cause' });
    expect((await cause()).text).toBe('request');
    expect((await inBackground(cause)).text).toBe('background');
    expect((await cause()).text).toBe('request');
  });

  it('hands a domain error through whole', async () => {
    const call = client.call(ask, context(), { text: 'refuse' });
    await expect(call).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'no',
      status: 409,
      data: { reason: 'because' },
    });
  });

  it('tells unavailability and when to come back', async () => {
    const call = client.call(ask, context(), { text: 'unavailable' });
    await expect(call).rejects.toMatchObject({ name: 'UnavailableError', retryAfterSeconds: 7 });
  });

  it('tells nothing of a fault but that it happened', async () => {
    await expect(client.call(ask, context(), { text: 'fault' })).rejects.toEqual(new RemoteFault(ask.subject));
  });

  it('refuses a request that the contract does not allow', async () => {
    await expect(client.call(ask, context(), { text: 5 as never })).rejects.toBeInstanceOf(RemoteFault);
  });

  it('carries answers that are larger than a message may be', async () => {
    expect((await client.call(ask, context(), { text: 'large' })).text).toBe(LARGE);
  });

  it('ends by the deadline of its caller', async () => {
    const begun = Date.now();
    const endless = { ...ask, timeoutMs: 60_000 };
    await expect(client.call(endless, context(100), { text: 'wait' })).rejects.toBeInstanceOf(UnavailableError);
    expect(Date.now() - begun).toBeLessThan(30_000);
    release();
    await expect(client.call(ask, context(-1), { text: 'a' })).rejects.toThrow('no time left');
  });

  it('asks again what is safe to repeat when the replica that has it is silent, and nothing else', async () => {
    const patient = { ...ask, timeoutMs: 8_000 };
    // In place of the service: a replica that answers one call of two.
    await service.close();
    let taken = 0;
    const heard = connections[0]?.subscribe(ask.subject, {
      queue: 'test',
      callback: (_error, message) => {
        taken += 1;
        if (taken === 2)
          message.respond(
            Buffer.concat([Buffer.from([ReplyKind.Success]), Buffer.from('{"text":"B","requestId":"r1"}')]),
          );
      },
    });
    await connections[0]?.flush();
    try {
      expect((await client.call(patient, context(8_000), { text: 'b' })).text).toBe('B');
      expect(taken).toBe(2);
      const unsafe = { ...patient, idempotent: false, timeoutMs: 2_500 };
      await expect(client.call(unsafe, context(2_500), { text: 'c' })).rejects.toThrow('did not answer in time');
      expect(taken).toBe(3);
    } finally {
      heard?.unsubscribe();
    }
  });

  it('tells the callee that a call was asked before, where the contract wants that', async () => {
    const told = { ...ask, timeoutMs: 8_000, idempotent: false, isToldOfRepetitions: true };
    await service.close();
    const contexts: CallContext[] = [];
    const heard = connections[0]?.subscribe(ask.subject, {
      queue: 'test',
      callback: (_error, message) => {
        contexts.push(decodeRequest(message.data).context);
        if (contexts.length === 2)
          message.respond(
            Buffer.concat([Buffer.from([ReplyKind.Success]), Buffer.from('{"text":"B","requestId":"r1"}')]),
          );
      },
    });
    await connections[0]?.flush();
    try {
      expect((await client.call(told, context(8_000), { text: 'b' })).text).toBe('B');
      expect(contexts.map(({ isRepetition }) => isRepetition)).toEqual([undefined, true]);
    } finally {
      heard?.unsubscribe();
    }
  });

  it('does not say that a call is in progress when it is the same call, asked again', async () => {
    const keyed = {
      ...ask,
      timeoutMs: 8_000,
      idempotent: false,
      isToldOfRepetitions: true,
      inProgressCode: 'IN_PROGRESS',
    };
    await service.close();
    const answered = (kind: number, body: unknown) =>
      Buffer.concat([Buffer.from([kind]), Buffer.from(JSON.stringify(body))]);
    const inProgress = answered(ReplyKind.DomainError, { code: 'IN_PROGRESS', msg: 'in progress', status: 409 });
    const contexts: CallContext[] = [];
    let answersFrom = 2;
    const heard = connections[0]?.subscribe(ask.subject, {
      queue: 'test',
      // The first try wakes while the second is at work.
      callback: (_error, message) => {
        contexts.push(decodeRequest(message.data).context);
        if (contexts.length === answersFrom) message.respond(inProgress);
        if (contexts.length > answersFrom) message.respond(answered(ReplyKind.Success, { text: 'B', requestId: 'r1' }));
      },
    });
    await connections[0]?.flush();
    try {
      expect((await client.call(keyed, context(8_000), { text: 'b' })).text).toBe('B');
      expect(contexts.map(({ isRepetition }) => isRepetition)).toEqual([undefined, true, true]);
      // Of another call it is said.
      contexts.length = 0;
      answersFrom = 1;
      await expect(client.call(keyed, context(8_000), { text: 'b' })).rejects.toMatchObject({ code: 'IN_PROGRESS' });
    } finally {
      heard?.unsubscribe();
    }
  });

  it('says at once that nobody serves', async () => {
    const nobody = defineRpc({
      subject: 'rpc.nobody.v1.questions.ask',
      request: Type.Object({}),
      response: Type.Object({}),
      auth: 'public',
      idempotent: true,
    });
    await expect(client.call(nobody, context(), {})).rejects.toThrow('no nobody service is running');
  });

  it('does not wait for answers that were lost with the connection, and works once it is back', async () => {
    const endless = { ...ask, timeoutMs: 60_000 };
    const previous = release;
    const lost = client.call(endless, context(60_000), { text: 'wait' });
    const refused = expect(lost).rejects.toThrow('the messaging system is not connected');
    await eventually(() => release !== previous);
    await servers.nats.kill();
    await refused;
    await expect(client.call(ask, context(), { text: 'a' })).rejects.toBeInstanceOf(UnavailableError);
    release();
    await servers.nats.start();
    const answer = await eventually(() => client.call(ask, context(), { text: 'a' }));
    expect(answer.text).toBe('A');
  });

  it('asks again on the next connection what may be repeated, and holds what comes meanwhile', async () => {
    const patient = { ...ask, timeoutMs: 30_000 };
    let previous = release;
    const unsafe = client.call({ ...patient, idempotent: false }, context(30_000), { text: 'wait' });
    const refused = expect(unsafe).rejects.toThrow('the messaging system is not connected');
    await eventually(() => release !== previous);
    const releaseUnsafe = (previous = release);
    const repeated = client.call(patient, context(30_000), { text: 'wait' });
    await eventually(() => release !== previous);
    const releaseFirst = release;
    await servers.nats.kill();
    await refused;
    const held = client.call({ ...patient, idempotent: false }, context(30_000), { text: 'held' });
    await servers.nats.start();
    expect((await held).text).toBe('HELD');
    // Its first answer was lost with the connection.
    await eventually(() => release !== releaseFirst);
    release();
    expect((await repeated).text).toBe('WAIT');
    releaseUnsafe();
    releaseFirst();
  });

  it('begins no work that is not admitted, and tells the caller', async () => {
    const claims: object[] = [];
    admit = (_work, claim) => {
      claims.push(claim);
      return Promise.reject(new UnavailableError('there is too much to do', { retryAfterSeconds: 3.5 }));
    };
    const call = client.call(ask, { ...context(), actor: ACTOR }, { text: 'fault' });
    await expect(call).rejects.toMatchObject({ name: 'UnavailableError', retryAfterSeconds: 3.5 });
    expect(claims).toEqual([{ tenant: 12, user: 7, deadlineAt: expect.any(Number) }]);
    admit = admitAll;
    expect((await client.call(ask, context(), { text: 'a' })).text).toBe('A');
  });

  it('waits for requests in flight when it closes, and takes no more', async () => {
    const previous = release;
    const answered = client.call({ ...ask, timeoutMs: 60_000 }, context(60_000), { text: 'wait' });
    await eventually(() => release !== previous);
    let hasClosed = false;
    const closed = service.close().then(() => (hasClosed = true));
    // It may still take a call that was on its way when it stopped listening.
    const refusal = () => client.call(ask, context(), { text: 'a' }).then(() => undefined, String);
    expect(await eventually(refusal)).toContain('no test service is running');
    // By now it would have ended if it waited for its subscriptions alone.
    for (let turn = 0; turn < 3; turn++) {
      await connections[0]?.flush();
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    expect(hasClosed).toBe(false);
    release();
    expect((await answered).text).toBe('WAIT');
    await closed;
  });
});
