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

/** @returns what a process has loaded, built-in modules included, once a service's code is there; it ends without settings. */
function loadedBy(service: string): string[] {
  const program = `
    const { exit } = process;
    process.exit = () => {
      process.stdout.write(JSON.stringify([...Object.keys(require.cache), ...process.moduleLoadList]));
      exit(0);
    };
    require(${JSON.stringify(path.join(root, 'dist', 'bundle', `${service}.js`))});`;
  const stdout = execFileSync(process.execPath, ['--eval', program], {
    env: {},
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(stdout);
}

describe('modules of the bundle', () => {
  it('are compiled when they are loaded', () => {
    const programs = [...REWRITTEN.map(({ code }) => code), ...LEFT_ALONE];
    expect(rewrite(programs)).toEqual([...REWRITTEN.map(({ lazy }) => lazy), ...LEFT_ALONE]);
  });

  it.each(['gateway', 'users'])('that few requests need are not loaded when %s starts', (service) => {
    const loaded = loadedBy(service);
    expect(loaded).toContain('NativeModule http');
    // The package of the same name asks for what Node.js has of it.
    expect(loaded.filter((name) => /\/node_modules\/sharp\/|internal\/deps\/undici/.test(name))).toEqual([]);
  });
});
