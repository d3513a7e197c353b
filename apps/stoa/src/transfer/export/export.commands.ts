import path from 'node:path';
import type { Command } from 'commander';
import { OrganizationDirectory } from '../../administration/organization-directory';
import { action } from '../../base/command-line/action';
import { ProgressBar } from '../../base/command-line/progress';
import { OrganizationExport } from './organization-export';

export function addExportCommands(program: Command): void {
  program
    .command('export <subdomain>')
    .description('export an organization with all its data, as of one moment')
    .requiredOption('--to <folder>', 'an empty folder, or one with an unfinished export, which is replaced')
    .action(
      action(async ({ session, output, isQuiet }, subdomain: string, { to }: { to: string }) => {
        const directory = new OrganizationDirectory(session);
        const organization = await directory.organization(subdomain);
        const bar = new ProgressBar(isQuiet);
        const folder = path.resolve(to);
        const { manifest, missing } = await new OrganizationExport(session.bulkDatabase, session.files).run({
          organization,
          url: directory.urlOf(organization),
          folder,
          onProgress: (report) => bar.report(report),
        });
        for (const key of missing) output.note(`${key}: is not in the file store; left out`);
        const messages = manifest.tables.message?.lines ?? 0;
        output.result(
          { archive: manifest.id, folder, messages, files: manifest.files.count, missing_files: missing },
          `${messages} messages and ${manifest.files.count} files are in ${folder} (${bar.seconds.toFixed(1)} s)`,
        );
      }),
    );
}
