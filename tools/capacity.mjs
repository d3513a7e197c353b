// `npm run capacity -- USERS…`: what so many connected users need, by the model of docs/operate/scaling.md.

import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { capacity } from './capacity/model.mjs';

const SIZES = [1_000, 10_000, 50_000, 100_000, 1_000_000];
const GIB = 2 ** 30;
const MIB = 2 ** 20;

const costs = JSON.parse(readFileSync(new URL('./capacity/costs.json', import.meta.url), 'utf8'));

/** What a pod of a service asks for in k8s/base. @returns cores and bytes */
function requestsOf(service) {
  const file = new URL(`../k8s/base/${service}/workload.yaml`, import.meta.url);
  const objects = parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS());
  const [{ resources }] = objects.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
  const [cores, mebibytes] = [/^(\d+)m$/.exec(resources.requests.cpu), /^(\d+)Mi$/.exec(resources.requests.memory)];
  return { cores: Number(cores[1]) / 1000, bytes: Number(mebibytes[1]) * MIB };
}

function readable(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(2);
}

function table(head, rows) {
  return [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function report(sizes) {
  const plans = sizes.map((users) => capacity(users, costs));
  const row = (name, value) => [name, ...plans.map((plan) => readable(value(plan)))];
  const head = (name) => [name, ...sizes.map((users) => users.toLocaleString('en-US'))];
  const rates = Object.keys(plans[0].rates).map((name) => row(name, (plan) => plan.rates[name]));
  const services = Object.keys(plans[0].replicas).map((name) => [
    name,
    ...plans.map((plan) => `${readable(plan.cores[name] ?? 0)} → ${plan.replicas[name]}`),
  ]);
  const requests = Object.fromEntries(Object.keys(plans[0].replicas).map((name) => [name, requestsOf(name)]));
  const requested = (of) => (plan) =>
    Object.entries(plan.replicas).reduce((sum, [name, replicas]) => sum + replicas * requests[name][of], 0);
  services.push(
    row('all pods: cores requested', requested('cores')),
    row('all pods: GiB requested', (plan) => requested('bytes')(plan) / GIB),
  );
  const servers = [
    row('Redis, servers', (plan) => plan.redis.servers),
    row('Redis, GiB', (plan) => plan.redis.bytes / GIB),
    row('NATS, servers of 4 cores', (plan) => plan.nats.servers),
    row('PostgreSQL primary, cores', (plan) => plan.postgres.cores),
    row('PostgreSQL, connections', (plan) => plan.postgres.connections),
    row('PostgreSQL, WAL in MiB/s', (plan) => plan.postgres.walBytesPerSecond / MIB),
    row('PostgreSQL, new GiB a day', (plan) => plan.postgres.storedBytesPerDay / GIB),
    row('polls of one gateway, MiB', (plan) => plan.gatewayPollBytes / MIB),
    row('to clients, MiB/s', (plan) => plan.outgoingBytesPerSecond / MIB),
  ];
  const cells = [
    row('cells, a PostgreSQL primary of 64 cores each', (plan) => plan.cells.count),
    row('to split one after a year: GiB to copy', (plan) => plan.cells.copiedBytes / GIB),
    row('hours for the copy, at 200 MiB/s', (plan) => plan.cells.copySeconds / 3600),
    row('registrations of those who move', (plan) => plan.cells.registrations),
    row('minutes until all are back', (plan) => plan.cells.returnSeconds / 60),
  ];
  const limits = Object.keys(plans[0].limits).map((name) => [
    name,
    ...plans.map((plan) => `${readable(plan.limits[name] * 100)} %`),
  ]);
  return [
    table(head('operations a second'), rates),
    table(head('cores used → replicas'), services),
    table(head('servers'), servers),
    table(head('used of'), limits),
    table(head('cells (designed, not built)'), cells),
  ].join('\n\n');
}

const sizes = process.argv.slice(2).map(Number);
if (sizes.some((users) => !Number.isSafeInteger(users) || users < 1)) {
  console.error('npm run capacity -- USERS…, each a whole number of connected users');
  process.exitCode = 1;
} else {
  console.log(report(sizes.length > 0 ? sizes : SIZES));
}
