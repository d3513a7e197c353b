import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TestCluster } from '@stoa/testing';
import { entryOf } from './entries';

export const OPERATOR_COMMAND = entryOf('stoa');

export interface ToolResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** The settings with which the operator's tool reaches a cluster: those of its services. */
export function toolEnvironment(cluster: TestCluster): Record<string, string | undefined> {
  const { database_url: database, redis_url: redis, nats_url: nats, base_url: baseUrl } = cluster.description;
  const settings: { apiKeySecret: string } = JSON.parse(
    readFileSync(path.join(cluster.dataDir, 'settings.json'), 'utf8'),
  );
  return {
    PATH: process.env.PATH,
    STOA_DATABASE_URL: database,
    STOA_REDIS_URL: redis,
    STOA_NATS_URL: nats,
    STOA_EXTERNAL_HOST: new URL(baseUrl).host,
    STOA_API_KEY_SECRET: settings.apiKeySecret,
    STOA_UPLOAD_DIRECTORY: path.join(cluster.dataDir, 'uploads'),
  };
}

/** Runs the tool of the bundle, as an operator does. */
export class OperatorTool {
  constructor(private readonly environment: Record<string, string | undefined>) {}

  static of(cluster: TestCluster): OperatorTool {
    return new OperatorTool(toolEnvironment(cluster));
  }

  run(...args: string[]): Promise<ToolResult> {
    return new Promise((resolve) => {
      const options = { env: this.environment, maxBuffer: 16 * 1024 * 1024 };
      execFile(process.execPath, [OPERATOR_COMMAND, ...args], options, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0;
        resolve({ code, stdout: stdout.trim(), stderr: stderr.trim() });
      });
    });
  }

  /** The result of a command that succeeds, with `--json`. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read any field of a command's result
  async json(...args: string[]): Promise<any> {
    const { code, stdout, stderr } = await this.run('--json', ...args);
    if (code !== 0) throw new Error(`stoa ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }
}
