import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './rendered-manifests';

const hasKubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;

describe('links of alerts', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-runbooks-'));
    for (const place of ['k8s/base', 'k8s/components', 'k8s/overlays', 'k8s/servers', 'monitoring/dashboards'])
      cpSync(path.join(root, place), path.join(folder, place), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The runbooks that a kustomization's alerts name, without repetition. */
  function links(kustomization: string): string[] {
    const { stdout, stderr } = spawnSync('kubectl', ['kustomize', path.join(folder, kustomization)], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(stderr).toBe('');
    expect(stdout).not.toContain('local-config');
    return [...new Set([...stdout.matchAll(/runbook_url: (\S+)/g)].map(([, url = '']) => url))];
  }

  it.skipIf(!hasKubectl)('lead to where the operator keeps a copy, those of servers as well', () => {
    const kustomizations = ['k8s/overlays/production', 'k8s/servers/monitors'];
    const inRepository = kustomizations.map(links);
    for (const urls of inRepository) {
      expect(urls.length).toBeGreaterThan(1);
      expect(urls.filter((url) => !url.startsWith('docs/operate/runbooks/'))).toEqual([]);
    }
    const location = path.join(folder, 'k8s/components/runbooks/location.yaml');
    const copy = 'https://git.example.com/chat/stoa/blob/v1/';
    writeFileSync(location, readFileSync(location, 'utf8').replace("repository: ''", `repository: ${copy}`));
    expect(kustomizations.map(links)).toEqual(inRepository.map((urls) => urls.map((url) => copy + url)));
  });
});
