import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { TestCluster, sharedCluster } from '@stoa/testing';

const root = path.resolve(__dirname, '..', '..');

describe('README', () => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await sharedCluster();
  });

  it('shows a first message that works as printed', async () => {
    const script = /```sh\n([\s\S]*?)```/.exec(readFileSync(path.join(root, 'README.md'), 'utf8'))?.[1] ?? '';
    expect(script).toContain('npm run --silent env');
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: root,
      env: { ...process.env, STOA_DATA_DIR: cluster.dataDir },
    });
    const answers: { result: string; events?: { message: { subject: string; content: string } }[] }[] = stdout
      .replaceAll('}{', '}\n{')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ result }) => result)).toEqual(['success', 'success']);
    expect(answers[1]?.events?.map(({ message }) => [message.subject, message.content])).toContainEqual([
      'hello',
      expect.stringContaining('Hello, Stoa!'),
    ]);
  });
});
