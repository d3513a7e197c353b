/** How far a trial came: each step needs the ones before. */
export type TrialStep = 'connect' | 'login' | 'sender' | 'recipient' | 'content';

/** Why a mail was not handed over. */
export interface TrialFailure {
  step: TrialStep;
  /** What the server, the network or TLS said. */
  said: string;
  /** The server answered, with an error for good (5xx) or for now (4xx); else there was no answer. */
  kind: 'refused' | 'later' | 'silent';
  /** What to look at. */
  advice: string;
}

/** Commands of SMTP by the step that they belong to; what else goes wrong is told by where the trial was. */
const STEPS: Readonly<Record<string, TrialStep>> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'content',
};

/** @param reached the step that was under way */
export function trialFailure(error: unknown, reached: TrialStep): TrialFailure {
  const said = error instanceof Error ? error.message : String(error);
  const { code, command, responseCode } = detailsOf(error);
  const step = STEPS[command] ?? reached;
  const kind = responseCode >= 500 ? 'refused' : responseCode >= 400 ? 'later' : 'silent';
  return { step, said, kind, advice: adviceOf({ step, said, code, responseCode }) };
}

function detailsOf(error: unknown): { code: string; command: string; responseCode: number } {
  if (!(error instanceof Error)) return { code: '', command: '', responseCode: 0 };
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : '',
    command: 'command' in error && typeof error.command === 'string' ? error.command : '',
    responseCode: 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0,
  };
}

function adviceOf(failure: { step: TrialStep; said: string; code: string; responseCode: number }): string {
  const { step, said, code, responseCode } = failure;
  switch (step) {
    case 'connect':
      return connectAdvice(said, code, responseCode);
    case 'login':
      return 'The server does not take the user and password of STOA_MAIL_URL. In the URL, characters such as @ : / % are written as %40 %3A %2F %25.';
    case 'sender':
      return 'The server does not let this user send from the address. Allow it there, or change STOA_MAIL_SENDER; for the domain of STOA_EMAIL_GATEWAY_PATTERN, allow it, or set STOA_MAIL_BOUNCE_SENDERS=off.';
    case 'recipient':
      return 'The server does not take mail for the recipient: it may not exist, or the server passes mail on only for users who log in (user and password in STOA_MAIL_URL) or for networks that it trusts.';
    case 'content':
      return responseCode >= 400
        ? 'The server did not want the mail itself: its rules about content, senders in the header, or the size say why.'
        : 'The server went silent while it took the mail.';
  }
}

function connectAdvice(said: string, code: string, responseCode: number): string {
  if (/wrong version number|packet length too long|unknown protocol/i.test(said))
    return 'The server does not begin with TLS on this port: use smtp:// (STARTTLS is used where it is offered), or the port of smtps:// (465).';
  if (/certificate|self.signed|altnames|unable to (get|verify)/i.test(said))
    return 'The certificate of the server is not one for this name that is trusted here: use the name that is in the certificate, or add its authority (NODE_EXTRA_CA_CERTS).';
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(said))
    return 'The name of the server is not known here: check the host in STOA_MAIL_URL, and the DNS of this machine.';
  if (/ECONNREFUSED/.test(said))
    return 'Nothing listens at this port: check host and port in STOA_MAIL_URL (smtps:// is 465, smtp:// 587 unless it says another).';
  if (responseCode >= 400) return 'The server does not talk to this machine: its lists of clients say why.';
  return 'No answer: a firewall or a network policy may be in the way (docs/operate/kubernetes.md), or smtp:// is used where the server waits for TLS (smtps://).';
}
