/** A refusal as mail servers say it: 4xx is tried again, 5xx goes back to the sender. */
export class SmtpRefusal extends Error {
  constructor(
    readonly responseCode: number,
    message: string,
  ) {
    super(message);
    this.name = 'SmtpRefusal';
  }
}

export const SMTP = {
  unknown: (address: string) => new SmtpRefusal(550, `5.1.1 Bad destination mailbox address: ${printable(address)}`),
  denied: () => new SmtpRefusal(550, '5.7.1 Permission denied: the sender of this address may not post there'),
  forged: () => new SmtpRefusal(550, '5.7.1 The domain of the sender did not send this mail'),
  refused: (reason: string) => new SmtpRefusal(550, `5.7.1 ${printable(reason)}`),
  tooLarge: () => new SmtpRefusal(552, '5.3.4 The mail is too large'),
  unreadable: () => new SmtpRefusal(554, '5.6.0 The mail could not be read'),
  needsTls: () => new SmtpRefusal(530, '5.7.0 Must issue a STARTTLS command first'),
  tooManyConnections: () => new SmtpRefusal(421, '4.7.0 Too many connections from this address'),
  tooManyRecipients: () => new SmtpRefusal(452, '4.5.3 Too many recipients'),
  busy: () => new SmtpRefusal(451, '4.7.0 Too many mails for this organization; try again later'),
  unavailable: () => new SmtpRefusal(451, '4.3.0 Try again later'),
};

/** One line of ASCII. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, '?').slice(0, 200);
}
