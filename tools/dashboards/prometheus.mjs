// A Prometheus of one's own, which reads the processes of a local cluster as the Prometheus of a Kubernetes cluster would.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'yaml';
import { Failure } from '../launcher/failure.mjs';
import { PortAllocator } from '../launcher/ports.mjs';

/** Between two looks at a process, and so between two points of a line. */
const STEP_SECONDS = 5;
/** What `$__rate_interval` stands for: as Grafana has it, four looks. */
const RATE_SECONDS = 4 * STEP_SECONDS;
const STARTING_MS = 20_000;
const ASKING_MS = 30_000;
const NAMESPACE = 'local';

function configurationOf(processes) {
  const targets = processes.map(({ service, replica, http }) => ({
    targets: [new URL(http).host],
    labels: { namespace: NAMESPACE, service, pod: `${service}-${replica}` },
  }));
  return {
    global: { scrape_interval: `${STEP_SECONDS}s`, scrape_timeout: '4s' },
    scrape_configs: [{ job_name: 'stoa', static_configs: targets }],
  };
}

/** @throws Failure where the program is missing */
export class Prometheus {
  #folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-prometheus-'));
  #child;
  #url;

  async start(processes) {
    const file = path.join(this.#folder, 'prometheus.yml');
    writeFileSync(file, stringify(configurationOf(processes)));
    const address = `127.0.0.1:${await new PortAllocator().take()}`;
    this.#url = `http://${address}`;
    const args = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${this.#folder}/data`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ];
    this.#child = spawn('prometheus', args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const failed = once(this.#child, 'error').then(([error]) => {
      throw new Failure(`prometheus does not run (${error.code}); Debian has it in the package prometheus`);
    });
    await Promise.race([failed, this.#untilReady()]);
  }

  async #untilReady() {
    const deadline = Date.now() + STARTING_MS;
    while (Date.now() < deadline) {
      const answer = await fetch(`${this.#url}/-/ready`).catch(() => undefined);
      if (answer?.ok) return;
      await pause(100);
    }
    throw new Failure('prometheus does not become ready');
  }

  /**
   * What a dashboard's query gives over a time.
   * @param from @param to seconds since 1970
   * @returns lines, each with its labels and its points as [seconds, value]
   */
  async query(expression, from, to) {
    const query = expression.replaceAll('$__rate_interval', `${RATE_SECONDS}s`).replaceAll('$namespace', NAMESPACE);
    const parameters = new URLSearchParams({ query, start: from, end: to, step: STEP_SECONDS });
    const answer = await fetch(`${this.#url}/api/v1/query_range?${parameters}`, {
      signal: AbortSignal.timeout(ASKING_MS),
    });
    const { status, error, data } = await answer.json();
    if (status !== 'success') throw new Failure(`prometheus refuses ${query}: ${error}`);
    return data.result.map(({ metric, values }) => ({
      labels: metric,
      points: values.map(([at, value]) => [at, Number(value)]),
    }));
  }

  async stop() {
    if (this.#child?.exitCode === null && this.#child.pid) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
