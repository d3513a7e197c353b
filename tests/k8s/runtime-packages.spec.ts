import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');

describe('the packages of the image', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-packages-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function put(place: string, manifest: object = {}): void {
    const target = path.join(folder, place);
    mkdirSync(target, { recursive: true });
    writeFileSync(path.join(target, 'package.json'), JSON.stringify(manifest));
  }

  function unreachable(): string[] {
    const program = `
      import { unreachablePackages } from './tools/runtime-packages.mjs';
      const found = unreachablePackages(${JSON.stringify(folder)}, { cpu: 'x64', os: 'linux' });
      console.log(JSON.stringify(found));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
      encoding: 'utf8',
    });
    if (!stdout) throw new Error(stderr);
    const found: string[] = JSON.parse(stdout);
    return found.map((one) => path.relative(path.join(folder, 'node_modules'), one)).sort();
  }

  it('are few: what is in the bundle is no package any more', () => {
    const program = `
      import { symlinkSync, writeFileSync } from 'node:fs';
      import { EXTERNAL } from './tools/bundle.mjs';
      import { installedPackages, unreachablePackages } from './tools/runtime-packages.mjs';
      const folder = ${JSON.stringify(folder)};
      const dependencies = Object.fromEntries(EXTERNAL.map((name) => [name, '1']));
      writeFileSync(folder + '/package.json', JSON.stringify({ dependencies }));
      symlinkSync(process.cwd() + '/node_modules', folder + '/node_modules');
      const unused = unreachablePackages(folder);
      const isUnused = (one) => unused.some((other) => one === other || one.startsWith(other + '/'));
      console.log(JSON.stringify(installedPackages(folder).filter((one) => !isUnused(one))));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
      encoding: 'utf8',
    });
    if (!stdout) throw new Error(stderr);
    const found: string[] = JSON.parse(stdout);
    const names = found.map((one) => path.relative(path.join(folder, 'node_modules'), one));
    // Native parts are for one kind of machine.
    const ofAnyMachine = names.filter(
      (name) => !/^@(img|napi-rs|node-rs)\/.*-(linux|darwin|win32)|^@img\/sharp-/.test(name),
    );
    expect(ofAnyMachine.sort()).toEqual([
      '@img/colour',
      '@napi-rs/nice',
      '@node-rs/argon2',
      '@prisma/schema-engine-wasm',
      'detect-libc',
      'piscina',
      'semver',
      'sharp',
      'swagger-ui-dist',
    ]);
  });

  it('are those that something leads to', () => {
    put('.', { dependencies: { used: '1' } });
    put('node_modules/used', {
      dependencies: { '@scope/deep': '1' },
      peerDependencies: { peer: '1', studio: '1' },
      peerDependenciesMeta: { studio: { optional: true } },
    });
    put('node_modules/@scope/deep', { dependencies: { nested: '2' } });
    put('node_modules/@scope/deep/node_modules/nested');
    put('node_modules/nested', { dependencies: { effect: '1' } });
    put('node_modules/peer');
    put('node_modules/studio', { dependencies: { effect: '1' } });
    put('node_modules/studio/node_modules/own');
    put('node_modules/effect');
    expect(unreachable()).toEqual(['effect', 'nested', 'studio']);
  });

  it('are those for the machine that the image is for', () => {
    put('.', { dependencies: { pictures: '1' } });
    put('node_modules/pictures', {
      optionalDependencies: { '@img/x64': '1', '@img/wasm32': '1', '@img/windows': '1', '@img/absent': '1' },
    });
    put('node_modules/@img/x64', { cpu: ['x64'], os: ['linux'] });
    put('node_modules/@img/wasm32', { cpu: ['wasm32'] });
    put('node_modules/@img/windows', { os: ['!linux'] });
    expect(unreachable()).toEqual(['@img/wasm32', '@img/windows']);
  });
});
