import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { formatReport, formatViolations } from './report';
import { runChaos } from './run';

const USAGE = `npm run chaos -- [options]

  --minutes 10    how long things go wrong (default 2)
  --brief         one short round instead, as in npm test
  --seed 7        what goes wrong, in which order (default: drawn and printed)
  --replicas 2    processes of each service
  --rate 25       actions a second that the clients try together
  --only kill     only faults whose name contains this, to look closer at one
  --help          this text

Brings up a cluster of its own, breaks it while clients use it, and compares everything that they received with what was
committed. Ends with 0 if nothing was violated. docs/operate/reliability.md tells what is checked.`;

function numberOf(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < least) throw new RangeError(`--${name} ${text}: give a number from ${least}`);
  return value;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '2' },
      brief: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
      replicas: { type: 'string', default: '2' },
      rate: { type: 'string', default: '25' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  const write = (text: string) => void process.stdout.write(`${text}\n`);
  if (values.help) return write(USAGE);
  const report = await runChaos({
    minutes: values.brief ? undefined : numberOf('minutes', values.minutes, 0.1),
    seed: numberOf('seed', values.seed, 0),
    only: values.only,
    replicas: numberOf('replicas', values.replicas, 1),
    rate: numberOf('rate', values.rate, 1),
    log: (line) => write(`${new Date().toISOString().slice(11, 19)} ${line}`),
  });
  write(formatReport(report));
  if (report.violations.length === 0) return;
  write(formatViolations(report));
  process.exitCode = 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
