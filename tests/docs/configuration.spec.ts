import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { VariableDescription, describeEnvironment } from '@stoa/config';

const root = path.resolve(__dirname, '..', '..');
const page = path.join(root, 'docs', 'configuration.md');

const INTRODUCTION = `# Configuration

Every process reads its settings from the environment and checks them once, at its start; a wrong or missing one ends it with exit
code 1 and one line that names the variable, never its value. The classes are apps/*/src/*environment.ts; this page follows from
them (\`STOA_UPDATE_DOCS=1 npm test -- tests/docs\` writes it anew). \`npm start\` sets what has no default.

A variable with an empty value counts as not set. Each one marked _secret_ may be in a file instead, as Kubernetes and Docker mount
secrets: \`STOA_DATABASE_URL_FILE=/run/secrets/database-url\` names the file, whose last line end does not count. Giving both is an
error. Files are read at the start. No secret is ever logged or told in metrics or traces.

| variable | value | default | read by | meaning |
|---|---|---|---|---|
`;

function isEnvironmentClass(name: string, value: unknown): value is new () => object {
  return typeof value === 'function' && name.endsWith('Environment');
}

/** Each service with the variables that its environment class declares. */
async function describedServices(): Promise<[string, VariableDescription[]][]> {
  const services: [string, VariableDescription[]][] = [];
  for (const app of readdirSync(path.join(root, 'apps')).sort()) {
    const folder = path.join(root, 'apps', app, 'src');
    const file = readdirSync(folder).find((name) => /[.-]environment\.ts$/.test(name));
    if (!file) continue;
    const exported: Record<string, unknown> = await import(path.join(folder, file));
    for (const [name, value] of Object.entries(exported)) {
      if (isEnvironmentClass(name, value)) services.push([app, describeEnvironment(value)]);
    }
  }
  return services;
}

async function configurationPage(): Promise<string> {
  const byName = new Map<string, { variable: VariableDescription; apps: string[] }>();
  const services = await describedServices();
  for (const [app, variables] of services) {
    for (const variable of variables) {
      const known = byName.get(variable.name);
      if (known) known.apps.push(app);
      else byName.set(variable.name, { variable, apps: [app] });
    }
  }
  const rows = [...byName.values()]
    .sort((a, b) => (a.variable.name < b.variable.name ? -1 : 1))
    .map(({ variable, apps }) => {
      const kind = variable.kind.replaceAll('|', 'or');
      const shown = variable.secret ? `${kind}, secret` : kind;
      const readers = apps.length === services.length ? 'all' : apps.join(', ');
      const fallback = variable.default === undefined ? 'required' : `\`${variable.default}\``;
      return `| \`${variable.name}\` | ${shown} | ${fallback} | ${readers} | ${variable.doc} |`;
    });
  return `${INTRODUCTION}${rows.join('\n')}\n`;
}

/** Without the padding that the formatter adds. */
function squeezed(text: string): string {
  return text
    .replaceAll(/ +/g, ' ')
    .replaceAll(/\|[ |:-]+\|\n/g, '')
    .replaceAll(/\s+/g, ' ');
}

describe('docs/configuration.md', () => {
  it('lists the variables that the services declare', async () => {
    const expected = await configurationPage();
    if (process.env.STOA_UPDATE_DOCS) writeFileSync(page, expected);
    else expect(squeezed(readFileSync(page, 'utf8'))).toBe(squeezed(expected));
  });
});
