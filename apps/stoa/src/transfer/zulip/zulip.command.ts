import type { Command } from 'commander';
import { action } from '../../base/command-line/action';
import { ProgressBar } from '../../base/command-line/progress';
import { convertedArchive } from '../conversion/conversion';
import { readColumns } from '../import/column-catalog';
import { checkedSubdomain, importArchive, importCommand } from '../import/import-command';
import { convertZulip } from './zulip-conversion';

interface ZulipOptions {
  subdomain: string;
  dryRun: boolean;
  work?: string;
}

/** `stoa import zulip`. */
export function zulipCommand(): Command {
  return importCommand(
    'zulip',
    'import a data export of a Zulip server: people, channels, messages, flags, reactions, files',
  )
    .argument('<export>', 'the .tar.gz file of a Zulip export, or its folder')
    .option('--work <folder>', 'folder for unpacking and converting (default: a temporary one)')
    .action(
      action(async (tools, source: string, options: ZulipOptions) => {
        const subdomain = checkedSubdomain(options.subdomain);
        const columns = await readColumns(tools.session.bulkDatabase);
        const bar = new ProgressBar(tools.isQuiet);
        const { folder, problems } = await convertedArchive({
          kind: 'zulip',
          source,
          work: options.work ?? null,
          choices: [],
          convert: (found, archive, archiveId) =>
            convertZulip({
              source: found,
              folder: archive,
              archiveId,
              subdomain,
              columns,
              onProgress: (report) => bar.report(report),
            }),
        });
        await importArchive(tools, folder, options, problems);
      }),
    );
}
