import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../launcher/services.mjs';

const inRepository = (...parts) => path.join(repositoryRoot, ...parts);
const read = (...parts) => readFileSync(inRepository(...parts), 'utf8');

/** A Markdown table's cells below its heading and rule. */
function tableRows(text) {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .slice(2);
}

/** The variables of docs/operate/configuration.md, which a test keeps equal to what the services declare. */
function readVariables() {
  const variables = new Map();
  for (const [, name, kind, fallback, readers] of tableRows(read('docs', 'operate', 'configuration.md'))) {
    variables.set(name.replaceAll('`', ''), {
      kind: kind.replace(', secret', ''),
      isSecret: kind.endsWith(', secret'),
      isRequired: fallback === 'required',
      default: fallback.replaceAll('`', ''),
      isReadBy: (app) => readers === 'all' || readers.split(', ').includes(app),
    });
  }
  return variables;
}

/** Who connects to whom: "gateway -> postgres:5432", from docs/build/architecture.md. */
function readFlows() {
  const [, table] =
    /<!-- flows: begin -->([\s\S]*)<!-- flows: end -->/.exec(read('docs', 'build', 'architecture.md')) ?? [];
  const flows = new Set();
  for (const [, from, to, port] of tableRows(table ?? '')) {
    for (const source of from.split(', ')) {
      for (const single of port.split(', ')) flows.add(`${source} -> ${to}:${single}`);
    }
  }
  return flows;
}

function* sourceTexts(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'generated') yield* sourceTexts(place);
    } else if (entry.name.endsWith('.ts') && !entry.name.endsWith('spec.ts')) {
      yield readFileSync(place, 'utf8');
    }
  }
}

/** Names of the metrics that the services make themselves, and those that prom-client adds under our prefix. */
function readMetrics() {
  const names = new Set();
  for (const folder of ['apps', 'libs']) {
    for (const text of sourceTexts(inRepository(folder))) {
      for (const [, name] of text.matchAll(/'(stoa_[a-z0-9_]+)'/g)) names.add(name);
    }
  }
  for (const text of [read('node_modules', 'prom-client', 'lib', 'metrics', 'eventLoopLag.js')]) {
    for (const [, name] of text.matchAll(/'(nodejs_[a-z0-9_]+)'/g)) names.add(`stoa_${name}`);
  }
  return names;
}

/** What the manifests must agree with, read from where it is decided. */
export function readFacts() {
  const internalServer = read('libs', 'lifecycle', 'src', 'internal-server.ts');
  const [, prefix] = /PREFIX = '([^']+)'/.exec(read('libs', 'redis', 'src', 'work-queue.ts')) ?? [];
  const [, queue] = /name: '([^']+)'/.exec(read('apps', 'push', 'src', 'delivery', 'delivery-queue.ts')) ?? [];
  const kubernetesPage = read('docs', 'operate', 'kubernetes.md');
  return {
    variables: readVariables(),
    flows: readFlows(),
    metrics: readMetrics(),
    paths: new Set([...internalServer.matchAll(/path === '([^']+)'/g)].map(([, served]) => served)),
    pushQueue: `${prefix}:${queue}`,
    isDocumentedSecret: (name, key) => kubernetesPage.includes(`\`${name}\``) && kubernetesPage.includes(`\`${key}\``),
    isDocumentedSecretKey: (key) => kubernetesPage.includes(`\`${key}\``),
    hasSource: (compiled) => existsSync(inRepository(compiled.replace(/^dist\//, '').replace(/\.js$/, '.ts'))),
    hasFile: (file) => existsSync(inRepository(file)),
  };
}
