import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const page = path.join(root, 'docs', 'operate', 'scaling.md');
const BLOCK = /(<!-- capacity: begin -->\n)[^]*(<!-- capacity: end -->)/;

/** Without what only aligns a table. */
const unaligned = (text: string): string => text.replace(/ +/g, ' ').replace(/-+/g, '-').trim();

const capacity = (...args: string[]): string =>
  execFileSync(process.execPath, [path.join(root, 'tools', 'capacity.mjs'), ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  });

describe('docs/operate/scaling.md', () => {
  it('has the tables of the capacity model', () => {
    const tables = capacity();
    if (process.env.STOA_UPDATE_DOCS) {
      writeFileSync(page, readFileSync(page, 'utf8').replace(BLOCK, `$1\n${tables}\n$2`));
    }
    const [, , block = ''] =
      /(<!-- capacity: begin -->)([^]*)<!-- capacity: end -->/.exec(readFileSync(page, 'utf8')) ?? [];
    expect(unaligned(block)).toBe(unaligned(tables));
  });

  it('grows with the users, and keeps two of each service at least', () => {
    const replicas = (users: number): number[] =>
      [...capacity(String(users)).matchAll(/→ ([\d,]+) \|/g)].map(([, count = '']) =>
        Number(count.replaceAll(',', '')),
      );
    const [small, large] = [replicas(1), replicas(5_000_000)];
    expect(small).toHaveLength(6);
    for (const [index, count] of small.entries()) {
      expect(count).toBeGreaterThanOrEqual(2);
      expect(large[index]).toBeGreaterThan(count);
    }
  });

  it('says in its sentences what the tables do, and begins where the manifests do', () => {
    const text = readFileSync(page, 'utf8');
    const said: [row: string, sentence: RegExp][] = [
      ['one Redis server', /\*\*Redis, at about ([\d,]+) connected users\*\*/],
      ['500 connections to PostgreSQL', /\*\*Connections to PostgreSQL, at about ([\d,]+)\*\*/],
      ['one NATS server of 4 cores', /\*\*One NATS server, at about ([\d,]+)\*\*/],
      ['a PostgreSQL primary of 64 cores', /\*\*The PostgreSQL primary, at about ([\d,]+) with 64 cores\*\*/],
    ];
    const users = said.map(([, sentence]) => (sentence.exec(text)?.[1] ?? '').replaceAll(',', ''));
    const rows = capacity(...users, '1')
      .split('\n')
      .map((line) => line.slice(2, -2).split(' | '));
    const cells = (row: string) => (rows.findLast(([name]) => name === row) ?? []).slice(1);
    for (const [index, [row]] of said.entries()) {
      const share = Number.parseFloat(cells(row)[index]?.replaceAll(',', '') ?? '');
      expect([row, users[index], Math.abs(share - 100) < 5]).toEqual([row, users[index], true]);
    }

    const manifest = (file: string) => readFileSync(path.join(root, 'k8s', file), 'utf8');
    const services = ['gateway', 'messages', 'users', 'events', 'presence', 'push'];
    const least = services.map((name) => {
      const [, floor] = /minReplicas: (\d+)/.exec(manifest(`base/${name}/availability.yaml`)) ?? [];
      return Number(floor);
    });
    expect(services.map((name) => Number(cells(name).at(-1)?.split('→ ')[1]))).toEqual(least);
    const [, pool] = /STOA_DATABASE_POOL_SIZE=(\d+)/.exec(manifest('base/kustomization.yaml')) ?? [];
    const pods = least.reduce((sum, count) => sum + count, 0);
    expect(Number.parseFloat(cells('PostgreSQL, connections').at(-1) ?? '')).toBe(pods * Number(pool) * 1.5);
    expect(manifest('servers/postgres-cluster.yaml')).toContain("max_connections: '500'");
  });

  it('refuses what is no number of users', () => {
    expect(() => capacity('many')).toThrow('each a whole number of connected users');
  });
});
