import type { Command } from 'commander';
import {
  BooleanVariable,
  ConfigurationError,
  EmailGatewayPatternVariable,
  MailSenderVariable,
  MailUrlVariable,
  NONE,
  WelcomeMailSenderVariable,
  loadEnvironment,
  mailboxOf,
} from '@stoa/config';
import { UnavailableError } from '@stoa/errors';
import { type MailTrial, trialNotes, tryMail, withToken } from '@stoa/mail';
import { isEmailAddress } from '@stoa/policy';
import { action } from '../base/command-line/action';
import { RefusedError, UsageError } from '../base/command-line/failures';

class MailTrialSettings {
  @MailUrlVariable()
  STOA_MAIL_URL!: string;

  @MailSenderVariable()
  STOA_MAIL_SENDER!: string;

  @WelcomeMailSenderVariable()
  STOA_WELCOME_MAIL_SENDER!: string;

  @EmailGatewayPatternVariable()
  STOA_EMAIL_GATEWAY_PATTERN!: string;

  @BooleanVariable({ default: true, doc: 'As for the push service.' })
  STOA_MAIL_BOUNCE_SENDERS!: boolean;

  @BooleanVariable({ default: false, doc: 'As for the users service.' })
  STOA_MAIL_TOKEN_SENDERS!: boolean;
}

/** In the envelope, and in the header. */
interface Sender {
  envelopeFrom: string;
  from: string;
}

type Tried = MailTrial & Sender;

/** A token that stands for no account: what comes back of a trial is refused. */
const NOBODYS_TOKEN = `bn-0-0-${'0'.repeat(32)}`;

/** The senders that mails of the installation have. */
function sendersOf(settings: MailTrialSettings): Sender[] {
  const { STOA_MAIL_SENDER: from, STOA_EMAIL_GATEWAY_PATTERN: pattern } = settings;
  const hasBounces = settings.STOA_MAIL_BOUNCE_SENDERS && pattern.includes('%s');
  const bounces = hasBounces ? pattern.replace('%s', NOBODYS_TOKEN) : from;
  const welcome = mailboxOf(settings.STOA_WELCOME_MAIL_SENDER);
  return [
    { envelopeFrom: from, from },
    ...(hasBounces ? [{ envelopeFrom: bounces, from }] : []),
    ...(welcome ? [{ envelopeFrom: bounces, from: welcome.address }] : []),
    ...(settings.STOA_MAIL_TOKEN_SENDERS ? [{ envelopeFrom: from, from: withToken(from) }] : []),
  ];
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
        const trials: Tried[] = [];
        for (const sender of sendersOf(settings)) {
          const trial = await tryMail(url, {
            ...{ ...sender, to: address },
            subject: 'Test mail of a Stoa installation',
            text: `An operator of this installation sent this mail by "stoa test-mail".\n\nSender in the envelope: ${sender.envelopeFrom}\nSender in the header: ${sender.from}`,
          });
          trials.push({ ...sender, ...trial });
        }
        const rows = trials.map(({ envelopeFrom, from, server, isEncrypted, user, answer, failure }) => ({
          ...{ sender: envelopeFrom, from, server, encrypted: isEncrypted, user },
          ...{ failed_at: failure?.step, answer: answer ?? failure?.said },
        }));
        output.facts(rows, rows);
        for (const note of trials.slice(0, 1).flatMap((trial) => trialNotes(url, trial))) output.note(note);
        report(trials);
      }),
    );
}

/** @throws RefusedError, UnavailableError for the first mail that was not taken */
function report(trials: readonly Tried[]): void {
  const failed = trials.find(({ failure }) => failure !== null);
  if (!failed?.failure) return;
  const { envelopeFrom, from, server, failure } = failed;
  // Where they differ, the server may mind the one in the header.
  const sender = failure.step === 'content' ? from : envelopeFrom;
  const text = `${server} did not take the mail from ${sender}: ${failure.said}\n${failure.advice}`;
  throw failure.kind === 'refused' ? new RefusedError(text) : new UnavailableError(text);
}
