import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Bar, formatReport, violationsOf } from './report';
import { RunOptions, runHostile } from './run';

const USAGE = `npm run hostile -- [options]

  --brief         every attack once and shortly, as in npm test
  --seconds 30    how long each attack takes
  --callers 20    how many attack at once
  --only narrow   only attacks whose name contains this
  --help          this text

Brings up a cluster of its own on this machine, attacks it in every way that is known, and measures what people of another
organization notice. Ends with 0 if everything held. docs/operate/security.md tells what is tried.`;

/** Some ten tries a second of each caller, three times as many as the limit of requests allows. */
const PAUSE_MS = 100;
/** What a run of some minutes on a machine of its own is held to. */
const BAR: Bar = { factor: 3, least: 0 };
/** Beside other tests, with few samples, a pause of the machine is no news. */
const BRIEF_BAR: Bar = { factor: 3, least: 5_000 };

function numberOf(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < least) throw new RangeError(`--${name} ${text}: give a number from ${least}`);
  return value;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      brief: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '30' },
      callers: { type: 'string', default: '20' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  const write = (text: string) => void process.stdout.write(`${text}\n`);
  if (values.help) return write(USAGE);
  const shared = {
    only: values.only,
    log: (line: string) => write(`${new Date().toISOString().slice(11, 19)} ${line}`),
  };
  const options: RunOptions = values.brief
    ? {
        ...shared,
        seconds: 0.3,
        // An owner, two members and a guest.
        callers: 4,
        pauseMs: 10,
        replicas: 1,
        idleSeconds: 2,
        calmSeconds: 0,
        // Clients that wait for a busy machine must not be taken for slow ones.
        patienceSeconds: 5,
        answerSeconds: 60,
      }
    : {
        ...shared,
        seconds: numberOf('seconds', values.seconds, 1),
        callers: numberOf('callers', values.callers, 1),
        pauseMs: PAUSE_MS,
        replicas: 2,
        idleSeconds: 20,
        calmSeconds: 5,
        patienceSeconds: undefined,
        answerSeconds: 15,
      };
  const report = await runHostile(options);
  const bar = values.brief ? BRIEF_BAR : BAR;
  write(formatReport(report, bar));
  if (violationsOf(report, bar).length > 0) process.exitCode = 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
