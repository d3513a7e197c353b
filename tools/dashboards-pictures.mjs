// `npm run dashboards:pictures [-- --data-dir .stoa] [--minutes 5] [--to docs/images]`: what the dashboards of monitoring/ show of the
// running local cluster. Watches it with a Prometheus of its own for some minutes, in which somebody has to use it, and draws every
// panel by the same queries that Grafana would ask. Needs the programs prometheus and chromium.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { nameOf, pageOf } from './dashboards/page.mjs';
import { Prometheus } from './dashboards/prometheus.mjs';
import { Failure, runMain } from './launcher/failure.mjs';
import { progress } from './launcher/progress.mjs';
import { repositoryRoot } from './launcher/services.mjs';
import { readJson } from './launcher/state-files.mjs';

const SECONDS_OF_A_MINUTE = 60;

function readDashboards() {
  const folder = path.join(repositoryRoot, 'monitoring', 'dashboards');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(
    files.map((file) => [path.basename(file, '.json'), JSON.parse(readFileSync(path.join(folder, file), 'utf8'))]),
  );
}

/** The lines of every panel, by its id. */
async function linesOf({ panels }, prometheus, from, to) {
  const lines = new Map();
  for (const { id, targets = [] } of panels) {
    const found = await Promise.all(
      targets.map(async ({ expr, legendFormat }) =>
        (await prometheus.query(expr, from, to)).map(({ labels, points }) => ({
          name: nameOf(legendFormat, labels),
          points,
        })),
      ),
    );
    lines.set(id, found.flat());
  }
  return lines;
}

async function draw(prometheus, from, to, folder) {
  const { stdout } = spawnSync('sh', ['-c', 'command -v chromium || command -v chromium-browser'], {
    encoding: 'utf8',
  });
  if (!stdout) throw new Failure('chromium is missing; Debian has it in the package chromium');
  const browser = await chromium.launch({ executablePath: stdout.trim(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    for (const [name, dashboard] of readDashboards()) {
      const lines = await linesOf(dashboard, prometheus, from, to);
      await page.setContent(pageOf(dashboard, ({ id }) => lines.get(id) ?? []));
      const file = path.join(folder, `dashboard-${name}.png`);
      await page.locator('body').screenshot({ path: file });
      progress(`drew ${file}`);
    }
  } finally {
    await browser.close();
  }
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string', default: '.stoa' },
      minutes: { type: 'string', default: '5' },
      to: { type: 'string', default: 'docs/images' },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Failure('--minutes must be a number of minutes');
  const description = readJson(path.join(values['data-dir'], 'cluster.json'));
  if (!description) throw new Failure(`no cluster is running with the data directory ${values['data-dir']}`);
  mkdirSync(values.to, { recursive: true });
  const prometheus = new Prometheus();
  try {
    await prometheus.start(description.processes);
    progress(`watching the cluster for ${minutes} minutes: use it meanwhile`);
    await pause(minutes * SECONDS_OF_A_MINUTE * 1000);
    const to = Math.floor(Date.now() / 1000);
    await draw(prometheus, to - minutes * SECONDS_OF_A_MINUTE, to, values.to);
  } finally {
    await prometheus.stop();
  }
});
