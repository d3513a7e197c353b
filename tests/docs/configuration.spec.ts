import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError, VariableDescription, loadEnvironment } from '@stoa/config';
import { describedEnvironments } from '../support/environments';

const root = path.resolve(__dirname, '..', '..');
const page = path.join(root, 'docs', 'operate', 'configuration.md');

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

async function configurationPage(): Promise<string> {
  const byName = new Map<string, { variable: VariableDescription; apps: string[] }>();
  const services = await describedEnvironments();
  for (const { app, variables } of services) {
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

describe('docs/operate/configuration.md', () => {
  it('lists the variables that the services declare', async () => {
    const expected = await configurationPage();
    if (process.env.STOA_UPDATE_DOCS) writeFileSync(page, expected);
    else expect(squeezed(readFileSync(page, 'utf8'))).toBe(squeezed(expected));
  });
});

/** Values that are right for every variable that has no default. */
const URLS: Record<string, string> = {
  STOA_NATS_URL: 'nats://nats:4222',
  STOA_DATABASE_URL: 'postgresql://postgres/stoa',
  STOA_REDIS_URL: 'redis://redis',
};
const SECRET = 'a secret that nobody may read anywhere, and that is long enough for all';

function leastEnvironment(variables: readonly VariableDescription[]): Record<string, string> {
  const required = variables.filter((variable) => variable.default === undefined);
  return Object.fromEntries(required.map(({ name }) => [name, URLS[name] ?? SECRET]));
}

/** A value that the variable refuses; undefined for texts, which may be anything. */
function wrongValue({ kind }: VariableDescription): string | undefined {
  if (/^text of at least/.test(kind)) return 'short';
  return kind === 'text' ? undefined : `wrong ${SECRET}`;
}

describe('the settings of every app', () => {
  it('stop its start in one line that names what is missing', async () => {
    for (const { type, variables } of await describedEnvironments()) {
      const least = leastEnvironment(variables);
      expect(() => loadEnvironment(type, least)).not.toThrow();
      for (const name of Object.keys(least)) {
        for (const missing of ['', undefined]) expect(refusal(type, { ...least, [name]: missing })).toBe(name);
      }
    }
  });

  it('stop its start in one line that names what is wrong, and not its value', async () => {
    for (const { type, variables } of await describedEnvironments()) {
      for (const variable of variables) {
        const wrong = wrongValue(variable);
        if (wrong === undefined) continue;
        expect(refusal(type, { ...leastEnvironment(variables), [variable.name]: wrong })).toBe(variable.name);
      }
    }
  });

  it('hold integers to the limits that the page tells', async () => {
    for (const { type, variables } of await describedEnvironments()) {
      for (const { name, kind } of variables) {
        const [, from, to] = /^integer(?: from (\d+))?(?: to (\d+))?$/.exec(kind) ?? [];
        for (const outside of [from && Number(from) - 1, to && Number(to) + 1]) {
          if (!outside) continue;
          expect(refusal(type, { ...leastEnvironment(variables), [name]: String(outside) })).toBe(name);
        }
      }
    }
  });
});

/** Which variable is refused. @throws Error if the message has more than one line or shows a value */
function refusal(type: new () => object, environment: Record<string, string | undefined>): string {
  try {
    loadEnvironment(type, environment);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const [, name, text] = /^(STOA_\w+): ([^\n]+)$/.exec(error.message) ?? [];
    if (name === undefined || text?.includes(SECRET)) throw new Error(`not a good message: ${error.message}`);
    return name;
  }
  return 'nothing';
}
