import path from 'node:path';
import { Command } from 'commander';
import { checkSubdomain } from '@stoa/policy';
import { subdomainOf } from '../../administration/organization-directory';
import { ActionTools, action } from '../../base/command-line/action';
import { UsageError } from '../../base/command-line/failures';
import { ProgressBar } from '../../base/command-line/progress';
import { OrganizationImport } from './organization-import';

interface ImportCommandOptions {
  subdomain: string;
  dryRun: boolean;
}

/** Options that all imports have. */
export function importCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .requiredOption('--subdomain <name>', 'subdomain of the new organization; "root" for the base host')
    .option('--dry-run', 'check the data without writing anything', false);
}

/** @throws UsageError */
export function checkedSubdomain(name: string): string {
  const subdomain = subdomainOf(name);
  const problem = subdomain === '' ? undefined : checkSubdomain(subdomain);
  if (problem) throw new UsageError(problem);
  return subdomain;
}

/** Loads an archive and prints the outcome. */
export async function importArchive(
  { session, output, isQuiet }: ActionTools,
  folder: string,
  { subdomain, dryRun }: ImportCommandOptions,
  problems: readonly string[] = [],
): Promise<void> {
  for (const problem of output.isJson ? [] : problems) output.note(problem);
  const bar = new ProgressBar(isQuiet);
  const result = await new OrganizationImport(session.bulkDatabase, () => session.files).run({
    folder,
    subdomain: checkedSubdomain(subdomain),
    isDryRun: dryRun,
    address: session.address,
    mediaProxyKey: session.mediaProxyKey,
    onProgress: (report) => bar.report(report),
  });
  const sentences = {
    imported: `${result.messages} messages are imported; the organization is at ${result.url} (${bar.seconds.toFixed(1)} s)`,
    unchanged: `this archive was imported before; the organization is at ${result.url}`,
    checked: `${result.messages} messages can be imported; nothing was written`,
  };
  output.result(
    {
      outcome: result.outcome,
      realm_id: result.realmId,
      url: result.url,
      messages: result.messages,
      resumed: result.isResumed,
      left_out: problems,
    },
    sentences[result.outcome],
  );
}

/** `stoa import archive`. */
export function archiveCommand(): Command {
  return importCommand('archive', 'import what "stoa export" wrote, here or in another cluster')
    .argument('<folder>', 'folder of the archive')
    .action(
      action(async (tools, folder: string, options: ImportCommandOptions) => {
        await importArchive(tools, path.resolve(folder), options);
      }),
    );
}
