import type { Command } from 'commander';
import { action } from '../base/command-line/action';
import { sealSecrets } from './seal-secrets';

export function addSealSecrets(program: Command): void {
  program
    .command('seal-secrets')
    .description('encrypt secrets and tokens of bots that are stored as they are, after an upgrade or an import')
    .action(
      action(async ({ session, output }) => {
        const counts = await sealSecrets(session.database, session.apiKeySecret);
        output.result(counts, `${counts.secrets} secrets and ${counts.tokens} tokens were encrypted`);
      }),
    );
}
