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
    const [first, second] = [topics.slice(0, COUNT / 2), topics.slice(COUNT / 2)];
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
    const mentionIn = async (some: readonly string[]): Promise<void> => {
      for (let start = 0; start < some.length; start += 20) {
        await Promise.all(
          some.slice(start, start + 20).map((topic) => sendToChannel(ada, channel, { topic, content })),
        );
      }
    };
    await mentionIn(first.slice(0, 80));
    await kill(1);
    await mentionIn(first.slice(80));
    await eventually(async () => (await noted()) === first.length, { timeoutMs: RECOVERY_MS });
    await bob.client.succeed('PATCH', '/settings', { email_notifications_batching_period_seconds: 1 });

    const received = () => mailsTo(cluster, bob.email);
    const killOnceMailsCome = async (replica: number, before: number): Promise<void> => {
      await eventually(async () => (await received()).length > before, { timeoutMs: RECOVERY_MS, stepMs: 20 });
      await kill(replica);
    };
    await killOnceMailsCome(1, 0);
    // A quick machine may have sent all of the first by now.
    const before = (await received()).length;
    await mentionIn(second);
    await killOnceMailsCome(2, before);
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
    const subjects = async () => new Set((await received()).map(({ subject }) => subject)).size;
    // What a killed process held is free again after 45 seconds. What is not noted yet waits nowhere.
    await eventually(async () => (await subjects()) >= COUNT && (await waiting()) === 0, {
      timeoutMs: 240_000,
      stepMs: 500,
    });

    const ids = new Map<string, Set<string>>();
    for (const { subject, messageId = '' } of await received()) {
      ids.set(subject, (ids.get(subject) ?? new Set()).add(messageId));
    }
    expect([...ids.keys()].sort()).toEqual(topics.map((topic) => `#${channel.name} > ${topic}`).sort());
    // A repetition has the id of what it repeats.
    expect([...ids.values()].filter(({ size }) => size !== 1)).toEqual([]);
  });
});
