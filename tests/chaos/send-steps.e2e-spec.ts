import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Database } from '@stoa/database';
import { slotName, slotOf } from '@stoa/event-queue';
import { TestCluster, eventually, removeFolder, startCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { fetchNewest, sendToChannel } from '../support/messages';
import { metricOf } from '../support/metrics';
import { Person, createPerson, homeOf, unique } from '../support/people';
import { PushDevice } from '../support/push-device';
import { PushRelay } from '../support/push-relay';
import { PolledQueue, sendPersistently } from './steps/steadfast-clients';
import { StepDeath, StepTrap } from './steps/step-trap';
import { SEND_STEPS, SendStep } from './steps/steps';

const REPLICAS = { gateway: 1, messages: 2, events: 2, push: 2 };
const RECOVERY_MS = 60_000;
/** Sooner than a gateway asks about the polls that it holds: a wake that was lost must not wait for that. */
const DELIVERY_MS = 40_000;
const TOPIC = 'steps';

/** Whoever is created next has queues in another slot. */
async function leaveOutABlock(database: Database): Promise<void> {
  await database.query('leave_out', `SELECT setval('account_id_seq', nextval('account_id_seq') + 63)`);
}

/**
 * docs/operate/reliability.md, "SIGKILL of each service": not at random moments, but at each step of one send, from the request to
 * the last client's event and the notification.
 */
describe('a send during which a process is killed', () => {
  let folder: string;
  let trap: StepTrap;
  let cluster: TestCluster;
  let database: Database;
  let partition: number;
  let ada: Person;
  let dora: Person;
  let device: PushDevice;
  let channel: Channel;
  let queues: PolledQueue[];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-steps-'));
    trap = new StepTrap(folder);
    cluster = await startCluster({
      replicas: REPLICAS,
      // The trap sits in the packages that a process loads.
      env: { STOA_LAUNCHER_OVERRIDES: trap.writeOverrides(REPLICAS), STOA_LAUNCHER_BUNDLES: 'off' },
    });
    database = Database.open({ url: cluster.description.database_url, size: 1, applicationName: 'test' });
    const [realm] = await database.query<{ partition: number }>('p', 'SELECT partition FROM realm WHERE id = $1', [
      (await homeOf(cluster)).id,
    ]);
    partition = realm?.partition ?? -1;
    ada = await createPerson(cluster, 'Ada');
    dora = await createPerson(cluster, 'Dora');
    const others: Person[] = [];
    for (const name of ['Bob', 'Cyd', 'Dan', 'Eve']) {
      await leaveOutABlock(database);
      others.push(await createPerson(cluster, name));
    }
    device = await PushDevice.register(cluster, dora);
    channel = await createChannel(ada, [...others, dora]);
    queues = await Promise.all([ada, ...others].map((person) => PolledQueue.open(person)));
  });
  afterAll(async () => {
    await Promise.all((queues ?? []).map((queue) => queue.stop()));
    await database?.close();
    await cluster?.stop();
    await removeFolder(folder);
  });
  afterEach(() => trap.disarm());

  const messageOf = (marker: string) => ({
    type: 'channel',
    to: channel.id,
    topic: TOPIC,
    content: `@**${dora.fullName}** ${marker}`,
  });
  const send = (marker: string) => sendToChannel(ada, channel, messageOf(marker));
  const receivedByAll = (id: number) =>
    eventually(() => queues.every((queue) => queue.has(id)), { timeoutMs: DELIVERY_MS });

  const processesOf = (service: string) =>
    cluster.description.processes.filter((process) => process.service === service);

  /** All replicas of the service work, every queue has a parked poll, and nobody is left to be notified. */
  const isAtRest = async ({ service }: SendStep) => {
    const replicas = REPLICAS[service];
    const isReady = async ({ http }: { http: string }) => (await fetch(`${http}/health/ready`)).ok;
    const isWhole = async () => {
      const found = processesOf(service);
      return found.length === replicas && (await Promise.all(found.map(isReady))).every((ready) => ready);
    };
    const isPolled = async () => (await metricOf(cluster, 'gateway', 'stoa_held_polls')) === queues.length;
    const isSettled = async () => (await database.query('jobs', 'SELECT FROM push_job')).length === 0;
    for (const check of [isWhole, isPolled, isSettled]) await eventually(check, { timeoutMs: RECOVERY_MS });
  };

  const arm = async ({ step, service }: SendStep, marker: string, before: number) => {
    const [queue] = queues;
    trap.arm({
      step,
      service,
      marker,
      partition,
      userId: dora.userId,
      account: String(device.accountId),
      afterMessageId: before,
      queueId: queue?.id ?? '',
      afterEventId: queue?.lastEventId ?? 0,
    });
    if (step === 'relay.before-move') await trap.isHolding();
  };

  /** Sends through the death of a process. @returns the acknowledged id, and how the process died */
  const sendThrough = async (step: SendStep, marker: string): Promise<{ id: number; death: StepDeath }> => {
    const isGone = () => {
      const { pid } = trap.death ?? {};
      return pid !== undefined && processesOf(step.service).every((process) => process.pid !== pid);
    };
    const givesUp = () => step.sender === 'gets no answer' && isGone();
    const { id, attempts } = await sendPersistently(ada, messageOf(marker), randomUUID(), givesUp);
    const death = await eventually(() => trap.death, { timeoutMs: RECOVERY_MS });
    await eventually(isGone);
    if (step.sender) expect(attempts > 1).toBe(step.sender !== 'notices nothing');
    return { id, death };
  };

  it('has its recipients in several slots', () => {
    expect(new Set(queues.map(({ person }) => slotName(slotOf(partition, person.userId)))).size).toBeGreaterThan(2);
  });

  it.each(SEND_STEPS)('happens once when $service dies: $when ($step)', async (step) => {
    const before = await send(unique('before'));
    await receivedByAll(before);
    await device.message(before);
    await isAtRest(step);
    const pids = processesOf(step.service).map(({ pid }) => pid);
    const marker = unique('through').replaceAll(' ', '-');
    const since = Date.now() / 1000;
    await arm(step, marker, before);

    const { id, death } = await sendThrough(step, marker);
    expect(pids).toContain(death.pid);
    expect(death.messageId).toBe(step.isCommitted ? id : undefined);
    if (step.isTold) {
      expect(await device.messageIds()).toContain(id);
      await PushRelay.of(cluster).attempted('push/e2ee/notify', since, 2);
    }

    const { id: after } = await sendPersistently(ada, messageOf('after'), randomUUID());
    await receivedByAll(after);
    await device.message(after);
    for (const came of [...queues.map(({ messageIds }) => messageIds), await device.messageIds()]) {
      expect(came.slice(came.indexOf(before))).toEqual([before, id, after]);
      expect(new Set(came).size).toBe(came.length);
    }
    const stored = await fetchNewest(ada, [['topic', TOPIC]], { apply_markdown: false });
    expect(stored.flatMap((message) => (message.content.includes(marker) ? [message.id] : []))).toEqual([id]);
  });
});
