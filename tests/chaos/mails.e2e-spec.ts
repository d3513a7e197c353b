import { TestCluster, eventually, startCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { mailsTo } from '../support/mail';
import { sendToChannel } from '../support/messages';
import { createPerson } from '../support/people';

const COUNT = 200;
const RECOVERY_MS = 60_000;

/** docs/decisions/046: a mail is a row until the mail server has it. */
describe('mails about missed messages', () => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await startCluster({ replicas: { push: 2 } });
  });
  afterAll(() => cluster?.stop());

  it('come once each, though both replicas are killed while they note, write and send', async () => {
    const [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    const channel = await createChannel(ada, [bob]);
    const topics = Array.from({ length: COUNT }, (_, index) => `topic ${index}`);
    const noted = () =>
      inDatabase(cluster, async (database) => {
        const rows = await database.query('test_noted', 'SELECT FROM missed_message WHERE user_id = $1', [bob.userId]);
        return rows.length;
      });
    const kill = async (replica: number) => {
      const pid = cluster.kill('push', replica);
      await eventually(() => cluster.description.processes.every((process) => process.pid !== pid), {
        timeoutMs: RECOVERY_MS,
      });
    };
    await bob.client.succeed('PATCH', '/settings', { email_notifications_batching_period_seconds: 3600 });
    const content = `@**${bob.fullName}** look`;
    for (let start = 0; start < COUNT; start += 20) {
      await Promise.all(
        topics.slice(start, start + 20).map((topic) => sendToChannel(ada, channel, { topic, content })),
      );
      if (start === 60) await kill(1);
    }
    await eventually(async () => (await noted()) === COUNT, { timeoutMs: RECOVERY_MS });
    await bob.client.succeed('PATCH', '/settings', { email_notifications_batching_period_seconds: 1 });

    const received = () => mailsTo(cluster, bob.email);
    for (const replica of [1, 2]) {
      const before = (await received()).length;
      await eventually(async () => (await received()).length > before, { timeoutMs: RECOVERY_MS, stepMs: 20 });
      await kill(replica);
    }
    await cluster.waitReady(RECOVERY_MS);
    const waiting = () =>
      inDatabase(cluster, async (database) => {
        const [row] = await database.query<{ mails: number }>(
          'test_waiting',
          `SELECT (SELECT count(*) FROM mail_job WHERE user_id = $1) + (SELECT count(*) FROM mail_window WHERE user_id = $1)
             AS mails`,
          [bob.userId],
        );
        return row?.mails;
      });
    // What a killed process held is free again after 45 seconds.
    await eventually(async () => (await waiting()) === 0, { timeoutMs: 240_000, stepMs: 500 });

    const ids = new Map<string, Set<string>>();
    for (const { subject, messageId = '' } of await received()) {
      ids.set(subject, (ids.get(subject) ?? new Set()).add(messageId));
    }
    expect([...ids.keys()].sort()).toEqual(topics.map((topic) => `#${channel.name} > ${topic}`).sort());
    // A repetition has the id of what it repeats.
    expect([...ids.values()].filter(({ size }) => size !== 1)).toEqual([]);
  });
});
