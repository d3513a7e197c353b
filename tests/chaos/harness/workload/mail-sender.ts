import { setTimeout as pause } from 'node:timers/promises';
import { MailServer, type SentMail } from '../../../support/mail-server';
import type { SeededRandom } from '../random';
import type { ActionOutcome, Journal } from '../records';
import type { World } from './attempts';
import { type MailAnswer, mailAnswerOf, mailFailureOf } from './mail-answer';
import type { Realm } from './population';

/** Mean time (ms) between two mails to a realm, below what its channels may get in an hour. */
const MAIL_MS = 7_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
/** A process that has just begun greets late; mail servers wait for minutes. */
const GREETING_MS = 60_000;
/** A mail server waits for days; the service has to be back by then. */
const PATIENCE_MS = 180_000;
/** Of so many mails one is delivered again after it was taken, as by a server that did not hear the answer. */
const REPEATS_ONE_OF = 3;
const BRINGS_FILE_ONE_OF = 3;

export interface MailSenderTools {
  journal: Journal;
  world: World;
  random: SeededRandom;
  /** Distinguishes the marks of this run from those of others. */
  runMark: string;
  /** Where each gateway takes mail. */
  ports: readonly number[];
}

/**
 * The mail server in front of a realm: hands each mail to any gateway until one takes it, with the same Message-ID. What
 * was taken is one message and one file, however often it was delivered (mail-and-integrations.md 4.3).
 */
export class MailSender {
  private readonly servers: readonly MailServer[];
  private running: Promise<void> | undefined;
  private count = 0;

  constructor(
    private readonly realm: Realm,
    private readonly tools: MailSenderTools,
  ) {
    this.servers = tools.ports.map((port) => new MailServer(port, GREETING_MS));
  }

  /** Begins when it knows the address that it writes to. */
  async start(): Promise<void> {
    const [channel] = this.realm.channels;
    const { email } = await this.realm.owner.client.succeed('GET', `/streams/${channel?.id}/email_address`);
    // Messages of the harness begin with their marks.
    this.running = this.run(String(email).replace('.show-sender', ''));
  }

  /** After the last mail; the world must be over. */
  async end(): Promise<void> {
    await this.running;
    for (const server of this.servers) server.close();
  }

  private async run(to: string): Promise<void> {
    const { world, random } = this.tools;
    while (!world.isOver) {
      await this.deliver(to);
      await pause(MAIL_MS * (0.5 + random.next()));
    }
  }

  private async deliver(to: string): Promise<void> {
    const { journal, random, runMark } = this.tools;
    this.count += 1;
    const mark = `mail${this.realm.facts.id}x${runMark}${this.count.toString(16).padStart(5, '0')}`;
    const file = random.between(1, BRINGS_FILE_ONE_OF) === 1 ? `${mark}.txt` : undefined;
    const mail: SentMail = {
      from: 'stranger@elsewhere.example',
      to,
      subject: 'mails',
      text: `${mark}: hello`,
      messageId: `<${mark}@elsewhere.example>`,
      attachments: file === undefined ? [] : [{ filename: file, content: mark, contentType: 'text/plain' }],
    };
    const startedAt = Date.now();
    const { outcome, attempts } = await this.deliverUntilTaken(mail);
    if (outcome === 'acknowledged' && random.between(1, REPEATS_ONE_OF) === 1) await this.attempt(mail, true);
    journal.actions.push({
      ...{ kind: 'mail', userId: this.realm.owner.userId, startedAt, endedAt: Date.now(), attempts, outcome },
      ...{ isDefinite: outcome === 'acknowledged', isOnce: true },
      evidence: [`sent:${mark}`, ...(file === undefined ? [] : [`uploaded:${file}`])],
    });
  }

  private async deliverUntilTaken(mail: SentMail): Promise<{ outcome: ActionOutcome; attempts: number }> {
    const { journal, world } = this.tools;
    const { life } = world;
    const giveUpAt = Date.now() + PATIENCE_MS;
    let pauseMs = FIRST_PAUSE_MS;
    for (let attempts = 1; ; attempts += 1) {
      const answer = await this.attempt(mail, attempts > 1);
      if (answer.kind === 'taken') return { outcome: 'acknowledged', attempts };
      if (answer.kind === 'refused') {
        if (life === 0) journal.violate('only what must be is refused', `mail: ${answer.text}`);
        return { outcome: 'refused', attempts };
      }
      if (world.life !== life) return { outcome: 'abandoned', attempts };
      if (Date.now() > giveUpAt) {
        journal.violate('no client gives up', `mail was refused for ${PATIENCE_MS / 1000} s`, answer);
        return { outcome: 'gave-up', attempts };
      }
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  private async attempt(mail: SentMail, isRepeated: boolean): Promise<MailAnswer> {
    const { journal, random } = this.tools;
    const startedAt = Date.now();
    const answer = await handOver(random.pick(this.servers), mail);
    if (answer.kind === 'later') {
      const { failure } = answer;
      journal.attempts.push({
        ...{ startedAt, endedAt: Date.now(), action: 'mail', failure, isRepeated },
        // Mail servers choose themselves when they come back.
        hasRetryAfter: true,
      });
    }
    return answer;
  }
}

async function handOver(server: MailServer, mail: SentMail): Promise<MailAnswer> {
  try {
    return mailAnswerOf(await server.send(mail));
  } catch (error) {
    return { kind: 'later', failure: mailFailureOf(error) };
  }
}
