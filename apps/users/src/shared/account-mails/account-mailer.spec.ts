import { makeBounceAddress, reportMailRefusal } from '@stoa/contracts/push';
import { UnavailableError } from '@stoa/errors';
import { type Mail, MailDelayedError, MailRefusedError, type Mailer } from '@stoa/mail';
import type { Logger } from '@stoa/observability';
import type { RpcClient } from '@stoa/rpc';
import { AccountMailer, ofAccount } from './account-mailer';

const MAIL = { to: 'ada@example.com', subject: 'A new password', text: 'Here.' };
const SENDER = 'bn-7-x@mail.example.com';
const REFUSED = new MailRefusedError('550 5.1.1 nobody', undefined, { isOfRecipient: true, code: '5.1.1' });

interface Call {
  contract: unknown;
  request: unknown;
}

/** @param answer of the push service about senders */
function create({ send = () => Promise.resolve(), answer }: { send?: () => Promise<void>; answer: () => unknown }) {
  const sent: Mail[] = [];
  const calls: Call[] = [];
  const mailer = {
    isConfigured: true,
    send: (mail: Mail) => {
      sent.push(mail);
      return send();
    },
  };
  const rpc = {
    call: (contract: unknown, _context: unknown, request: unknown) => {
      calls.push({ contract, request });
      return contract === makeBounceAddress ? Promise.resolve().then(answer) : Promise.resolve({});
    },
  };
  const log = { warn: () => undefined, info: () => undefined, error: () => undefined };
  const accountMailer = new AccountMailer(
    mailer as unknown as Mailer,
    rpc as unknown as RpcClient,
    log as unknown as Logger,
  );
  return { sent, calls, accountMailer };
}

describe('mails that somebody waits for', () => {
  it('come from senders by which it is known whose address does not take them', async () => {
    const { sent, calls, accountMailer } = create({ answer: () => ({ sender: SENDER }) });
    await accountMailer.send(MAIL, ofAccount(7));
    expect(sent).toEqual([{ ...MAIL, envelopeFrom: SENDER }]);
    expect(calls).toEqual([{ contract: makeBounceAddress, request: { kind: 'account', id: 7, address: MAIL.to } }]);
  });

  it('ask for one also where nobody has the address, and come from the usual one', async () => {
    const { sent, calls, accountMailer } = create({ answer: () => ({ sender: SENDER }) });
    await accountMailer.send(MAIL, null);
    expect(sent).toEqual([MAIL]);
    expect(calls).toEqual([{ contract: makeBounceAddress, request: { kind: 'account', id: 0, address: MAIL.to } }]);
  });

  it.each([
    ['mails have none', () => ({ sender: null })],
    [
      'nobody makes one',
      () => {
        throw new UnavailableError('nobody answers');
      },
    ],
  ])('go out all the same when %s', async (_name, answer) => {
    const { sent, accountMailer } = create({ answer });
    await accountMailer.send(MAIL, ofAccount(7));
    expect(sent).toEqual([MAIL]);
  });

  it('are errors of who asked when the mail server refuses them, and count for the account', async () => {
    const answer = () => ({ sender: SENDER });
    const { calls, accountMailer } = create({ answer, send: () => Promise.reject(REFUSED) });
    const refused = { code: 'BAD_REQUEST', message: 'The mail server does not accept mail to this address.' };
    await expect(accountMailer.send(MAIL, ofAccount(7))).rejects.toMatchObject(refused);
    const owner = { kind: 'account', id: 7, address: MAIL.to };
    const counted = { owner, isOfRecipient: true, code: '5.1.1', detail: '550 5.1.1 nobody' };
    expect(calls.at(-1)).toEqual({ contract: reportMailRefusal, request: counted });
    await expect(accountMailer.send(MAIL, null)).rejects.toMatchObject(refused);
    expect(calls.filter(({ contract }) => contract === reportMailRefusal)).toHaveLength(1);
  });

  it('are tried again by who asked while the mail server is away', async () => {
    const away = new MailDelayedError('away', true, undefined);
    const { calls, accountMailer } = create({ answer: () => ({ sender: SENDER }), send: () => Promise.reject(away) });
    await expect(accountMailer.send(MAIL, ofAccount(7))).rejects.toBe(away);
    expect(calls).toHaveLength(1);
  });
});
