import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { AUTOMATIC_HEADERS } from '../mailer';
import { type SmtpServer, smtpServer } from '../smtp-server';
import { type TrialFailure, type TrialStep, trialFailure } from './trial-failure';

/** A mail that shows whether mails go out. */
interface TrialMail {
  /** In the envelope. */
  envelopeFrom: string;
  /** In the header. */
  from: string;
  to: string;
  subject: string;
  text: string;
}

export interface MailTrial {
  /** With its port. */
  server: string;
  /** What was said on this connection could not be read on the way. */
  isEncrypted: boolean;
  /** As whom; null without a login. */
  user: string | null;
  /** What the server said when it took the mail; null if it did not. */
  answer: string | null;
  /** Null if the mail was taken. */
  failure: TrialFailure | null;
}

/**
 * Hands one mail to an SMTP server as {@link SmtpMailer} does, on a connection of its own, and tells how far it came.
 * @param url such as `smtps://user:password@mail.example.com`
 */
export async function tryMail(url: string, mail: TrialMail): Promise<MailTrial> {
  const server = smtpServer(url);
  const raw = await composed(mail);
  const connection = new SMTPConnection(server);
  const result: MailTrial = {
    server: `${server.host}:${server.port ?? (server.secure ? 465 : 587)}`,
    ...{ isEncrypted: false, user: null, answer: null, failure: null },
  };
  let reached: TrialStep = 'connect';
  try {
    await connected(connection);
    result.isEncrypted = connection.secure;
    reached = 'login';
    result.user = await loggedIn(connection, server);
    reached = 'content';
    result.answer = await sent(connection, mail, raw);
    connection.quit();
  } catch (error) {
    connection.close();
    result.failure = trialFailure(error, reached);
  }
  return result;
}

function composed({ envelopeFrom: _, ...mail }: TrialMail): Promise<Buffer> {
  return new MailComposer({ ...mail, headers: AUTOMATIC_HEADERS }).compile().build();
}

function connected(connection: SMTPConnection): Promise<void> {
  return new Promise((done, failed) => {
    connection.once('error', failed);
    connection.connect((error) => (error ? failed(error) : done()));
  });
}

/** Only where the server offers it, as nodemailer does for {@link SmtpMailer}. @returns as whom; null without a login */
function loggedIn(connection: SMTPConnection, { auth }: SmtpServer): Promise<string | null> {
  if (!auth || !connection.allowsAuth) return Promise.resolve(null);
  return new Promise((done, failed) => {
    connection.once('error', failed);
    connection.login(auth, (error) => (error ? failed(error) : done(auth.user)));
  });
}

/** @returns what the server said */
function sent(connection: SMTPConnection, { envelopeFrom: from, to }: TrialMail, raw: Buffer): Promise<string> {
  return new Promise((done, failed) => {
    connection.once('error', failed);
    connection.send({ from, to: [to], size: raw.length }, raw, (error, info) => {
      if (error || !info) failed(error ?? new Error('the server said nothing'));
      else done(String(info.response));
    });
  });
}
