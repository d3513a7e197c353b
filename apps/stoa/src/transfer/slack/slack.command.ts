import type { Command } from 'commander';
import { action } from '../../base/command-line/action';
import { ProgressBar } from '../../base/command-line/progress';
import { convertedArchive } from '../conversion/conversion';
import { checkedSubdomain, importArchive, importCommand } from '../import/import-command';
import { convertSlack } from './slack-conversion';

interface SlackOptions {
  subdomain: string;
  dryRun: boolean;
  name?: string;
  owner?: string;
  work?: string;
}

/** `stoa import slack`. */
export function slackCommand(): Command {
  return importCommand(
    'slack',
    'import a Slack export: people, channels, messages, threads as topics, reactions, files',
  )
    .argument('<export>', 'the .zip file of a Slack export, or its folder')
    .option('--name <text>', 'name of the organization (default: its subdomain)')
    .option('--owner <address>', 'address of a user to make an owner, in addition to those of the workspace')
    .option('--work <folder>', 'folder for unpacking and converting (default: a temporary one)')
    .action(
      action(async (tools, source: string, options: SlackOptions) => {
        const subdomain = checkedSubdomain(options.subdomain);
        const name = options.name ?? options.subdomain;
        const bar = new ProgressBar(tools.isQuiet);
        const { folder, problems } = await convertedArchive({
          kind: 'slack',
          source,
          work: options.work ?? null,
          choices: [name, options.owner ?? ''],
          convert: (found, archive, archiveId) =>
            convertSlack({
              source: found,
              folder: archive,
              archiveId,
              name,
              subdomain,
              ownerEmail: options.owner,
              onProgress: (report) => bar.report(report),
            }),
        });
        await importArchive(tools, folder, options, problems);
      }),
    );
}
