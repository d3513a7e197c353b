import type { Command } from 'commander';
import {
  BooleanVariable,
  ConfigurationError,
  EmailGatewayPatternVariable,
  MailSenderVariable,
  MailUrlVariable,
  NONE,
  loadEnvironment,
} from '@stoa/config';
import { UnavailableError } from '@stoa/errors';
import { type MailTrial, tryMail } from '@stoa/mail';
import { isEmailAddress } from '@stoa/policy';
import { action } from '../base/command-line/action';
import { RefusedError, UsageError } from '../base/command-line/failures';

class MailTrialSettings {
  @MailUrlVariable()
  STOA_MAIL_URL!: string;

  @MailSenderVariable()
  STOA_MAIL_SENDER!: string;

  @EmailGatewayPatternVariable()
  STOA_EMAIL_GATEWAY_PATTERN!: string;

  @BooleanVariable({ default: true, doc: 'As for the push service.' })
  STOA_MAIL_BOUNCE_SENDERS!: boolean;
}

/** A token that stands for no account: what comes back of a trial is refused. */
const NOBODYS_TOKEN = `bn-0-0-${'0'.repeat(32)}`;

/** Envelope senders that mails of the installation have. */
function sendersOf(settings: MailTrialSettings): string[] {
  const { STOA_MAIL_SENDER: sender, STOA_EMAIL_GATEWAY_PATTERN: pattern } = settings;
  const hasBounces = settings.STOA_MAIL_BOUNCE_SENDERS && pattern.includes('%s');
  return hasBounces ? [sender, pattern.replace('%s', NOBODYS_TOKEN)] : [sender];
}

/** @throws ConfigurationError where no server is named */
function serverUrl({ STOA_MAIL_URL: url }: MailTrialSettings): string {
  if (/^smtps?:/.test(url)) return url;
  const what = url === NONE ? 'names no server' : 'names a folder, into which mails are written';
  throw new ConfigurationError(`STOA_MAIL_URL: ${what}; it must begin with smtp: or smtps:`);
}

/** Sends a mail from each sender that mails have, and says how far each came. */
export function addMailTrialCommand(program: Command): void {
  program
    .command('test-mail <address>')
    .description('send test mails, and say what is wrong if the mail server does not take them')
    .action(
      action(async ({ output }, address: string) => {
        if (!isEmailAddress(address)) throw new UsageError(`not a mail address: ${address}`);
        const settings = loadEnvironment(MailTrialSettings);
        const url = serverUrl(settings);
        const trials: (MailTrial & { sender: string })[] = [];
        for (const sender of sendersOf(settings)) {
          const trial = await tryMail(url, {
            ...{ envelopeFrom: sender, from: settings.STOA_MAIL_SENDER, to: address },
            subject: 'Test mail of a Stoa installation',
            text: `An operator of this installation sent this mail by "stoa test-mail".\n\nSender in the envelope: ${sender}`,
          });
          trials.push({ sender, ...trial });
        }
        const rows = trials.map(({ sender, server, isEncrypted, user, answer, failure }) => ({
          ...{ sender, server, encrypted: isEncrypted, user },
          ...{ failed_at: failure?.step, answer: answer ?? failure?.said },
        }));
        output.facts(rows, rows);
        for (const { isEncrypted, failure, user } of trials.slice(0, 1)) {
          if (!isEncrypted && user !== null && failure === null)
            output.note(
              'The connection is not encrypted: the password can be read on the way. Use smtps:// if you can.',
            );
        }
        report(trials);
      }),
    );
}

/** @throws RefusedError, UnavailableError for the first mail that was not taken */
function report(trials: readonly (MailTrial & { sender: string })[]): void {
  const failed = trials.find(({ failure }) => failure !== null);
  if (!failed?.failure) return;
  const { sender, server, failure } = failed;
  const text = `${server} did not take the mail from ${sender}: ${failure.said}\n${failure.advice}`;
  throw failure.kind === 'refused' ? new RefusedError(text) : new UnavailableError(text);
}
