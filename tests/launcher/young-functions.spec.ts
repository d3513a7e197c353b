import { execFileSync } from 'node:child_process';
import path from 'node:path';

const REWRITES = path.resolve(__dirname, '..', '..', 'tools', 'bundle', 'young-functions.mjs');

/** As a module is in a script of the bundle. */
const inModule = (code: string): string => `(function () { function work(o, f) { ${code} } return work; })`;

/** Each object has some hundred bytes, and a function that refers to it. */
const ENDLESS = inModule('const one = { many: new Array(20).fill(0) }; one.end = () => one; return one;');
const CALLED = inModule('o.f = function (x) { return [this === o, x]; }; return [o.f(1), o.f.name, o.f.length];');
const ONCE = '(function (o) { o.f = () => o; })';

const REWRITTEN = [
  { code: 'o.f = () => o;', young: 'o.f = (0, () => o);' },
  { code: 'o.f = async () => o;', young: 'o.f = (0, async () => o);' },
  { code: 'o[1] = function () { return o; };', young: 'o[1] = (0, function () { return o; });' },
  { code: 'o.f = (function named() {});', young: 'o.f = ((0, function named() {}));' },
  { code: 'o.f = o.g = () => o;', young: 'o.f = o.g = (0, () => o);' },
  { code: 'o.f = () => { o.g = function* () {}; };', young: 'o.f = (0, () => { o.g = (0, function* () {}); });' },
];
const LEFT_ALONE = [
  'f = () => o;',
  'const g = () => o;',
  'o.f ??= () => o;',
  'o.f = f(() => o);',
  'o.f = class { g = () => o; };',
  'return { f: () => o };',
];

describe('functions that are made again and again', () => {
  let rewritten: ReadonlyMap<string, string>;

  beforeAll(() => {
    const modules = [...REWRITTEN.map(({ code }) => code), ...LEFT_ALONE].map(inModule);
    rewritten = rewrite([...modules, ENDLESS, CALLED, ONCE]);
  });

  it.each(REWRITTEN)('are expressions like others: $code', ({ code, young }) => {
    expect(rewritten.get(inModule(code))).toBe(inModule(young));
  });

  it.each(LEFT_ALONE)('are left alone where V8 makes young ones: %s', (code) => {
    expect(rewritten.get(inModule(code))).toBe(inModule(code));
  });

  it('are left alone in what is done once', () => {
    expect(rewritten.get(ONCE)).toBe(ONCE);
  });

  it('do what they did', () => {
    const results = [CALLED, rewritten.get(CALLED)].map((text) => run(`JSON.stringify(${text}()({}))`));
    expect(results).toEqual(['[[true,1],"",1]', '[[true,1],"",1]']);
  });

  // If V8 makes young ones of all of them some day, nothing needs to be rewritten.
  it('live until the whole heap is collected if they are not rewritten', () => {
    expect(keptBytes(rewritten.get(ENDLESS))).toBeLessThan(20);
    expect(keptBytes(ENDLESS)).toBeGreaterThan(200);
  });
});

/** By the scripts as they were. */
function rewrite(scripts: readonly string[]): ReadonlyMap<string, string> {
  const program = `
    import { withYoungFunctions } from ${JSON.stringify(REWRITES)};
    console.log(JSON.stringify(${JSON.stringify(scripts)}.map(withYoungFunctions)));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program]).toString();
  const texts: readonly string[] = JSON.parse(output);
  return new Map(scripts.map((script, index) => [script, texts[index] ?? '']));
}

/** What is old, of each object that nothing refers to any more, after collections of young ones. */
function keptBytes(script: string | undefined): number {
  const program = `(() => {
    const old = () =>
      require('node:v8').getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size;
    const work = ${script}();
    const make = () => {
      for (let made = 0; made < 1_000; made += 1) work();
      for (let round = 0; round < 3; round += 1) gc({ type: 'minor' });
    };
    make();
    const before = old();
    for (let part = 0; part < 10; part += 1) make();
    return (old() - before) / 10_000;
  })()`;
  // Not compiled further, as what a service does seldom is not.
  return Number(run(program, '--expose-gc', '--no-opt', '--no-maglev'));
}

function run(expression: string, ...flags: string[]): string {
  return execFileSync(process.execPath, [...flags, '-p', expression])
    .toString()
    .trim();
}
