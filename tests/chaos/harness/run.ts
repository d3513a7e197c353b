import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeFolder } from '@stoa/testing';
import { explainAttempts, explainExpiries } from './checker/explanations';
import { checkBotCalls } from './checker/bot-calls';
import { checkPromptness } from './checker/promptness';
import { History } from './checker/history';
import type { LostTail } from './checker/log-check';
import { ChaosCluster } from './cluster/chaos-cluster';
import { DatabaseView } from './cluster/database-view';
import { FaultRecord, faultName } from './faults/fault';
import type { FaultTools } from './faults/fault-tools';
import { inflict } from './faults/inflict';
import {
  awaitBotCalls,
  awaitEverything,
  awaitReplies,
  checkHistory,
  checkNotifications,
  checkStates,
} from './final-checks';
import { SeededRandom } from './random';
import { Journal } from './records';
import type { RunReport } from './report';
import { planSchedule } from './schedule';
import { Attempts, World } from './workload/attempts';
import { BotService } from './workload/bot-service';
import { Listener } from './workload/listener';
import { MailSender } from './workload/mail-sender';
import { Realm, createRealm } from './workload/population';
import { Workload } from './workload/workload';

/** Time (ms) without faults before the first and after each. */
const CALM_MS = 500;
const REALMS = 3;
const LONGEST_BRIEF_MINUTES = 10;
const QUEUE_BYTES = 4 * 2 ** 20;

export interface RunOptions {
  seed: number;
  /** How long faults are made; undefined: the short form, one round. */
  minutes: number | undefined;
  replicas: number;
  /** Only faults whose name contains this. */
  only: string;
  /** Actions that all clients together try in a second. */
  rate: number;
  log: (line: string) => void;
}

/** A run from the first process to the last check. @returns its report; the folder stays when something was violated */
export async function runChaos(options: RunOptions): Promise<RunReport> {
  const folder = mkdtempSync(path.join(os.tmpdir(), `stoa-chaos-${options.seed}-`));
  options.log(`seed ${options.seed}; logs in ${folder}`);
  const service = await BotService.start();
  let report: RunReport;
  try {
    report = await runBeside(service, options, folder);
  } finally {
    await service.stop();
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'report.json'), JSON.stringify(report, null, 2));
  if (report.violations.length === 0) await removeFolder(folder);
  return report;
}

async function runBeside(service: BotService, options: RunOptions, folder: string): Promise<RunReport> {
  const chaos = await ChaosCluster.start({ folder, replicas: options.replicas, queueBytes: QUEUE_BYTES });
  const view = new DatabaseView(chaos.servers.databaseUrl);
  try {
    return await new Run(options, chaos, view, service).report(folder);
  } finally {
    await view.close();
    await chaos.stop();
  }
}

class Run {
  private readonly journal = new Journal();
  private readonly world: World = { life: 0, isOver: false };
  private readonly attempts = new Attempts(this.journal, this.world);
  private readonly history = new History();
  private readonly lostTails: LostTail[] = [];
  private readonly faults: FaultRecord[] = [];
  private readonly runMark = Math.floor(Date.now() / 1000).toString(16);

  constructor(
    private readonly options: RunOptions,
    private readonly chaos: ChaosCluster,
    private readonly view: DatabaseView,
    private readonly service: BotService,
  ) {}

  async report(folder: string): Promise<RunReport> {
    const { options, journal, chaos, view, history, lostTails, service } = this;
    const realms: Realm[] = [];
    for (let index = 0; index < REALMS; index += 1) {
      realms.push(await createRealm(chaos.cluster, chaos.edgeUrl, service.url));
    }
    const workload = this.workload(realms);
    const since = await view.heads();
    await workload.start();
    const mails = await this.startMails(realms);
    options.log('clients act; faults begin');
    const startedAt = Date.now();
    const tools = this.faultTools(realms, workload);
    await this.inflictAll(tools, startedAt + (options.minutes ?? LONGEST_BRIEF_MINUTES) * 60_000);
    const endedAt = Date.now();
    await workload.endActing();
    await Promise.all(mails.map((sender) => sender.end()));
    options.log('acting is over; checking');
    // While everybody still listens: answers are messages, too.
    await awaitBotCalls(service, lostTails, journal);
    await awaitReplies(view, journal);
    const listeners = workload.listeners.filter(({ person }) => realms.every(({ flood }) => flood.reader !== person));
    await awaitEverything(realms, listeners, { attempts: this.attempts, journal, mark: `marker ${randomUUID()}` });
    const slices = await checkStates(listeners, journal);
    await workload.endListening();
    const notifications = await checkNotifications(realms, lostTails, journal);
    history.addLife(tools.heads, await view.log());
    const { violations, eventsChecked } = await checkHistory({ journal, history, lostTails, since }, view);
    violations.push(...checkBotCalls(service.calls, history.everything(), lostTails));
    const attempts = explainAttempts(journal.attempts, this.faults);
    const expiries = explainExpiries(journal.queues, this.faults);
    const promptness = checkPromptness(journal.deliveries, journal.actions, this.faults);
    const queues = journal.queues.filter(({ end }) => end === 'open').length;
    return {
      ...{ seed: options.seed, replicas: options.replicas, folder },
      seconds: Math.round((endedAt - startedAt) / 1000),
      startedAt: new Date(startedAt).toISOString(),
      load: os.loadavg(),
      faults: this.faults,
      actions: journal.actions,
      failedAttempts: { total: journal.attempts.length, explained: attempts.explained },
      queues: { all: journal.queues.length, open: queues, expired: expiries.explained },
      polls: { judged: promptness.judged, slowestMs: promptness.slowestMs },
      ...{ eventsChecked, slices, notifications, botCalls: service.calls.length },
      changes: history.everything().length,
      violations: [
        ...[...journal.violations, ...violations],
        ...[...attempts.violations, ...expiries.violations, ...promptness.violations],
      ],
    };
  }

  private async startMails(realms: readonly Realm[]): Promise<MailSender[]> {
    const { options, journal, world, chaos } = this;
    const senders = realms.map((realm, index) => {
      const random = new SeededRandom(options.seed ^ (0x3a11 + index));
      return new MailSender(realm, { journal, world, random, runMark: this.runMark, ports: chaos.mailPorts });
    });
    await Promise.all(senders.map((sender) => sender.start()));
    return senders;
  }

  private workload(realms: readonly Realm[]): Workload {
    const { options, journal, attempts, world, view } = this;
    const actors = realms.reduce((sum, realm) => sum + realm.actors.length, 0);
    return new Workload(realms, {
      ...{ journal, attempts, world },
      readSnapshot: () => view.snapshot(),
      random: new SeededRandom(options.seed ^ 0x5eed),
      runMark: this.runMark,
      pauseMs: (1000 * actors) / options.rate,
    });
  }

  private faultTools(realms: readonly Realm[], workload: Workload): FaultTools {
    const { chaos, view, journal, world, attempts, history, lostTails } = this;
    const listenerTools = { journal, attempts, world, readSnapshot: () => view.snapshot() };
    return {
      ...{ chaos, view, journal, world, attempts, history, lostTails, realms },
      heads: new Map(),
      listen: (person, realm, listenerOptions) => {
        const listener = new Listener(person, realm.facts, listenerTools, listenerOptions);
        workload.listen(listener);
        return listener;
      },
    };
  }

  private async inflictAll(tools: FaultTools, until: number): Promise<void> {
    const { seed, replicas, minutes, only, log } = this.options;
    for (const step of planSchedule({ seed, replicas, brief: minutes === undefined })) {
      if (!step.some((fault) => faultName(fault).includes(only))) continue;
      await pause(CALM_MS);
      if (Date.now() >= until || this.journal.violations.length > 0) return;
      await Promise.all(
        step.map(async (fault) => {
          const record: FaultRecord = { fault, startedAt: Date.now() };
          this.faults.push(record);
          record.note = await inflict(fault, tools, () => (record.endedAt = Date.now()));
          record.recoveredAt = Date.now();
          record.endedAt ??= record.recoveredAt;
          const seconds = ((record.recoveredAt - record.startedAt) / 1000).toFixed(1);
          log(`${faultName(fault)}: ${seconds} s${record.note ? `, ${record.note}` : ''}; ${this.progress()}`);
        }),
      );
    }
  }

  private progress(): string {
    return `${this.journal.acknowledged} actions acknowledged, ${this.journal.attempts.length} attempts failed`;
  }
}
