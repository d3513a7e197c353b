import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const REWRITES = path.join(root, 'tools', 'bundle', 'lazy-modules.mjs');

const REWRITTEN = [
  {
    code: 'var a = __commonJSMin(((exports) => {\n\texports.b = (1);\n}));\nvar c = runtime.__commonJSMin(((exports, module) => {}));\na();',
    lazy: 'var a = __commonJSMin((exports) => {\n\texports.b = (1);\n});\nvar c = runtime.__commonJSMin((exports, module) => {});\na();',
  },
  { code: 'var a = runtime.__esmMin((() => {}));', lazy: 'var a = runtime.__esmMin(() => {});' },
];
const LEFT_ALONE = [
  'var a = __commonJSMin((exports) => {});',
  'var a = f((() => {}));',
  'var a = (() => 1)();',
  'f(((exports) => {}));',
  'var a, __commonJS = (cb) => (cb(), (1));',
];

/** Prints the programs as a build would rewrite them. */
function rewrite(programs: readonly string[]): unknown {
  const program = `
    import { withLazyModules } from ${JSON.stringify(REWRITES)};
    process.stdout.write(JSON.stringify(JSON.parse(process.argv[1]).map(withLazyModules)));`;
  const args = ['--input-type=module', '--eval', program, JSON.stringify(programs)];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }));
}

describe('modules of the bundle', () => {
  it('are compiled when they are loaded', () => {
    const programs = [...REWRITTEN.map(({ code }) => code), ...LEFT_ALONE];
    expect(rewrite(programs)).toEqual([...REWRITTEN.map(({ lazy }) => lazy), ...LEFT_ALONE]);
  });
});
