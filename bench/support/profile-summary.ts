import { JsonObject, listField, numberField, objectField, textField } from './json';

interface Frame {
  name: string;
  /** Package, or path below the repository. */
  place: string;
  line: number;
}

interface Node {
  frame: Frame;
  parent: Node | undefined;
  selfMs: number;
}

const ROOT = /^.*\/dist\//;
const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//;

function frameOf(node: JsonObject): Frame {
  const call = objectField(node, 'callFrame');
  const url = textField(call, 'url').replace('file://', '');
  const packageName = PACKAGE.exec(url)?.[1];
  const place = packageName ? `${packageName}/${url.slice(url.lastIndexOf('/') + 1)}` : url.replace(ROOT, '');
  return { name: textField(call, 'functionName') || '(anonymous)', place, line: numberField(call, 'lineNumber') + 1 };
}

function readNodes(profile: JsonObject): Node[] {
  const byId = new Map<number, Node>();
  const listed = listField(profile, 'nodes');
  for (const node of listed) byId.set(numberField(node, 'id'), { frame: frameOf(node), parent: undefined, selfMs: 0 });
  for (const node of listed) {
    const children: unknown = node.children ?? [];
    if (!Array.isArray(children)) continue;
    for (const id of children) {
      const child = byId.get(Number(id));
      if (child) child.parent = byId.get(numberField(node, 'id'));
    }
  }
  const samples: unknown = profile.samples;
  const deltas: unknown = profile.timeDeltas;
  if (!Array.isArray(samples) || !Array.isArray(deltas)) throw new Error('the profile has no samples');
  samples.forEach((id, index) => {
    const node = byId.get(Number(id));
    if (node) node.selfMs += Number(deltas[index]) / 1000;
  });
  return [...byId.values()];
}

const label = ({ name, place, line }: Frame): string => (place ? `${place}:${line} ${name}` : name);

/** Own folder or npm package; undefined for Node's own code. */
function homeOf({ place }: Frame): string | undefined {
  if (!place || place.startsWith('node:')) return undefined;
  const parts = /^(@|apps\/|libs\/)/.test(place) ? 2 : 1;
  return place.split('/').slice(0, parts).join('/');
}

/** Who is charged: a write to a socket belongs to who wrote, not to Node. */
function ownerOf(node: Node): string {
  for (let at: Node | undefined = node; at; at = at.parent) {
    const home = homeOf(at.frame);
    if (home) return home;
  }
  return node.frame.place.startsWith('node:') ? 'node' : node.frame.name;
}

/** The call site in own code or a package that a native function's time comes from. */
function siteOf(node: Node): string {
  if (homeOf(node.frame) || node.frame.name.startsWith('(')) return label(node.frame);
  for (let at = node.parent; at; at = at.parent) {
    if (homeOf(at.frame)) return `${label(node.frame)}  <- ${label(at.frame)}`;
  }
  return label(node.frame);
}

function add(totals: Map<string, number>, key: string, value: number): void {
  totals.set(key, (totals.get(key) ?? 0) + value);
}

function top(title: string, totals: Map<string, number>, wholeMs: number, count: number): string {
  const lines = [...totals]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(
      ([name, ms]) => `${((100 * ms) / wholeMs).toFixed(1).padStart(6)} %  ${ms.toFixed(0).padStart(7)} ms  ${name}`,
    );
  return `${title}\n${lines.join('\n')}`;
}

/**
 * A processor profile in three lists: time by package, time in a function itself, and time in a function with all that it
 * calls (own code only). Shares are of the time in which the process was not idle.
 */
export function summarizeProfile(profile: JsonObject): string {
  const nodes = readNodes(profile);
  const byOwner = new Map<string, number>();
  const bySelf = new Map<string, number>();
  const byTotal = new Map<string, number>();
  let busyMs = 0;
  for (const node of nodes) {
    if (node.selfMs === 0 || node.frame.name === '(idle)') continue;
    busyMs += node.selfMs;
    add(byOwner, ownerOf(node), node.selfMs);
    add(bySelf, siteOf(node), node.selfMs);
    const seen = new Set<string>();
    for (let at: Node | undefined = node; at; at = at.parent) {
      const name = label(at.frame);
      if (!/^(apps|libs|bundle)\//.test(at.frame.place) || seen.has(name)) continue;
      seen.add(name);
      add(byTotal, name, node.selfMs);
    }
  }
  return [
    `busy ${busyMs.toFixed(0)} ms`,
    top('By package (native and Node’s own code charged to the caller)', byOwner, busyMs, 20),
    top('In the function itself', bySelf, busyMs, 40),
    top('With everything it calls (own code)', byTotal, busyMs, 40),
  ].join('\n\n');
}
