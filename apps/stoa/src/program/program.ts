import { Command, CommanderError } from 'commander';
import { SERVICE_VERSION } from '@stoa/contracts/server';
import { addBotCommands } from '../administration/bot.commands';
import { addChannelCommands } from '../administration/channel.commands';
import { addJwtKeyCommands } from '../administration/jwt-key.commands';
import { addOrganizationCommands } from '../administration/organization.commands';
import { addLdapCommands } from '../administration/ldap.commands';
import { addScimCommands } from '../administration/scim.commands';
import { addSignInCommands } from '../administration/sign-in.commands';
import { addUserCommands } from '../administration/user.commands';
import { addExportCommands } from '../transfer/export/export.commands';
import { archiveCommand } from '../transfer/import/import-command';
import { addDeadLetterCommands } from '../operations/dead-letter.commands';
import { addMailSuspensionCommands } from '../operations/mail-suspension.commands';
import { addSealSecrets } from '../operations/seal-secrets.command';
import { addMailTrialCommand } from '../operations/mail-trial.command';
import { addOperationCommands } from '../operations/operation.commands';
import { addPushRelayCommands } from '../operations/push-relay-registration';
import { slackCommand } from '../transfer/slack/slack.command';
import { zulipCommand } from '../transfer/zulip/zulip.command';
import { completionScript, isShell } from './completion';
import { ExitCode } from '../base/command-line/exit-codes';
import { UsageError, describeFailure } from '../base/command-line/failures';
import { Output } from '../base/command-line/output';

const EXIT_CODES = `
Exit codes:
  0 done            1 fault            2 wrong command line   3 refused
  4 configuration   5 unavailable      6 unusable data        7 status: unhealthy

Settings are the environment variables of the services (docs/operate/operator-tool.md).`;

function addCompletion(program: Command): void {
  program
    .command('completion <shell>')
    .description('print a completion script for bash or zsh')
    .action((shell: string) => {
      if (!isShell(shell)) throw new UsageError('the shell must be bash or zsh');
      process.stdout.write(completionScript(program, shell));
    });
}

/** The whole command line of the tool. */
export function createProgram(): Command {
  const program = new Command('stoa')
    .description('Runs a Stoa cluster: organizations, people, bots, queues, migrations, exports and imports.')
    .version(SERVICE_VERSION)
    .option('--json', 'print results and errors as JSON')
    .option('--quiet', 'do not show progress')
    .addHelpText('after', EXIT_CODES)
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false });
  addOrganizationCommands(program);
  addUserCommands(program);
  addBotCommands(program);
  addChannelCommands(program);
  addScimCommands(program);
  addSignInCommands(program);
  addLdapCommands(program);
  addJwtKeyCommands(program);
  addOperationCommands(program);
  addDeadLetterCommands(program);
  addMailSuspensionCommands(program);
  addSealSecrets(program);
  addMailTrialCommand(program);
  addPushRelayCommands(program);
  addExportCommands(program);
  program
    .command('import')
    .description('create an organization from an archive or a foreign export')
    .addCommand(archiveCommand())
    .addCommand(zulipCommand())
    .addCommand(slackCommand());
  addCompletion(program);
  prepare(program);
  return program;
}

/** Errors of the command line are thrown, not printed: the program's end reports all errors alike. */
function prepare(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  command.commands.forEach(prepare);
}

/** Runs a command line and says how it ended. @param argv without node and script */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const program = createProgram();
  if (argv.length === 0) {
    process.stdout.write(program.helpInformation());
    return ExitCode.Usage;
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return Number(process.exitCode ?? ExitCode.Done);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.Done;
    const known = error instanceof CommanderError ? new UsageError(usageText(error)) : error;
    const failure = describeFailure(known);
    new Output(argv.includes('--json')).failure(failure);
    return failure.exitCode;
  }
}

function usageText({ message }: CommanderError): string {
  const text = message.replace(/^error: /, '');
  return text === '(outputHelp)' ? 'name a command; --help shows them' : text;
}
