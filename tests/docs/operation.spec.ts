import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { dashboards, rules, serverRules } from '../support/monitoring';

const root = path.resolve(__dirname, '..', '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Files below folders, as paths from the root. */
function filesBelow(folders: string[], pattern: RegExp): string[] {
  const isLeftOut = /(^|\/)(node_modules|generated|dist)(\/|$)/;
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .filter((file) => pattern.test(file) && !isLeftOut.test(file)),
  );
}

const PAGES = ['README.md', 'SECURITY.md', ...filesBelow(['docs'], /\.md$/)];
const OPERATE = PAGES.filter((page) => page.startsWith('docs/operate/'));
const proseOf = (page: string) => read(page).replaceAll(/```[\s\S]*?```/g, '');

/** Every match of the pages' prose that is not known, with its page. */
function unknown(pages: string[], pattern: RegExp, isKnown: (name: string, page: string) => boolean): string[] {
  return pages.flatMap((page) =>
    [...new Set([...proseOf(page).matchAll(pattern)].map(([, name = '']) => name.replaceAll(/\s+/g, ' ')))]
      .filter((name) => !isKnown(name, page))
      .map((name) => `${page}: ${name}`),
  );
}

describe('what the pages of operators name is there', () => {
  it('alerts', () => {
    const known = new Set([...rules(), ...serverRules()].map(({ alert }) => alert));
    expect(known.size).toBeGreaterThan(50);
    // Beside alerts, only the user agent of link previews is written like this.
    expect(unknown(OPERATE, /\b(Stoa[A-Z]\w+)/g, (name) => known.has(name) || name === 'StoaLinkFetcher')).toEqual([]);
  });

  it('panels of dashboards, by their titles', () => {
    const titles = new Set([...dashboards().values()].flatMap(({ panels }) => panels.map(({ title }) => title)));
    const named = /(?<![\w/`])_([^_`]+)_(?!\w)/g;
    expect([...proseOf('docs/operate/failures.md').matchAll(named)].length).toBeGreaterThan(20);
    expect(unknown(['docs/operate/failures.md'], named, (name) => titles.has(name))).toEqual([]);
  });

  it('values of the chart', () => {
    const values: Record<string, unknown> = parse(read('k8s/helm/stoa/values.yaml'));
    const isThere = (name: string): boolean => {
      const [first = ''] = name.split('.');
      // Steps of chaos, fields of other objects and files have dots as well.
      if (!(first in values) || /^redis\.(wipe|full)$|^storage\.size$|^settings\.(json|STOA_)/.test(name)) return true;
      // A service may have for itself what stands above as well.
      const place = name
        .replace(/^services\.NAME\.probes/, 'probes')
        .replace('services.NAME', 'services.gateway')
        .split('.');
      const reached = place.reduce<unknown>(
        (inner, key) => (inner && typeof inner === 'object' ? Object(inner)[key] : undefined),
        values,
      );
      return reached !== undefined;
    };
    expect(isThere('nats.servers') && !isThere('nats.server')).toBe(true);
    expect(unknown(PAGES, /`([a-zA-Z]+(?:\.[A-Za-z]+)+)(?:: [^`]*)?`/g, isThere)).toEqual([]);
  });

  it('components of the manifests', () => {
    const isThere = (name: string) => existsSync(path.join(root, 'k8s/components', name));
    expect(unknown(PAGES, /\bcomponents?\s+`([\w-]+)`/g, isThere)).toEqual([]);
  });

  it('files and folders', () => {
    const folders = ['apps', 'bench', 'docs', 'k8s', 'libs', 'monitoring', 'tests', 'tools', '.ci', '.github'];
    const files = filesBelow(folders, /./);
    const before = ['', 'k8s/', 'k8s/components/', 'docs/', 'docs/operate/'];
    const isThere = (name: string) => {
      const place = name.replace(/[.]$/, '');
      // What runs leave behind.
      if (place.startsWith('bench/results/')) return true;
      return before.some((prefix) => files.some((file) => file.startsWith(prefix + place)));
    };
    expect(isThere('servers/monitors/monitors.yaml') && !isThere('servers/monitors/monitor.yaml')).toBe(true);
    const place =
      /(?<![\w/.@:-])((?:apps|bench|components|docs|k8s|libs|monitoring|overlays|servers|tests|tools|\.ci|\.github)\/[\w./-]+)/g;
    expect(unknown(PAGES, place, isThere)).toEqual([]);
  });

  it('messages of the services, as the symptoms of troubleshooting quote them', () => {
    const sources = filesBelow(['apps', 'libs'], /(?<!spec)\.(ts|lua)$/).map(read);
    // Others say these: Kubernetes, Redis, PostgreSQL.
    const ofOthers = ['violates PodSecurity', 'Bad file format', 'too many connections'];
    const symptoms = [...proseOf('docs/operate/troubleshooting.md').matchAll(/\*\*Symptom: ([^*]+)\*\*/g)];
    const quoted = symptoms.flatMap(([, text = '']) =>
      [...text.replaceAll(/\s+/g, ' ').matchAll(/"([^"]+)"/g)].map(([, message = '']) => message),
    );
    expect(quoted.length).toBeGreaterThan(5);
    const isSaid = (message: string) =>
      message
        .split(/…|^waiting: |^STOA_\w+: /)
        .map((part) => part.replace(/[\s:;]+$/, ''))
        .every((part) => sources.some((source) => source.includes(part)));
    expect(quoted.filter((message) => !ofOthers.includes(message) && !isSaid(message))).toEqual([]);
  });

  it('headings to which manifests, scripts and messages send whoever reads them', () => {
    const folders = ['k8s', '.ci', 'tools', 'apps', 'libs'];
    const texts = filesBelow(folders, /(\.(ts|mjs|ya?ml|tpl|txt|sh|conf)|^\.ci\/\w+)$/);
    const files = [...texts, 'Dockerfile', 'docker-compose.yml'];
    const named = files.flatMap((file) =>
      [...read(file).matchAll(/(docs\/[\w/-]+\.md)[,:] \\?"([^"\\]+)\\?"/g)].map(([, page = '', heading = '']) => ({
        file,
        page,
        heading,
      })),
    );
    expect(named.length).toBeGreaterThan(3);
    const isThere = ({ page, heading }: { page: string; heading: string }) =>
      existsSync(path.join(root, page)) &&
      [...read(page).matchAll(/^#+ (.+)$/gm)].some(([, title = '']) => title.startsWith(heading));
    expect(named.filter((one) => !isThere(one))).toEqual([]);
  });
});
