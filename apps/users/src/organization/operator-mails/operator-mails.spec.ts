import { MailDelayedError, MailRefusedError, type Mail, type Mailer } from '@stoa/mail';
import type { Logger } from '@stoa/observability';
import type { UsersEnvironment } from '../../users-environment';
import { OperatorMailsService } from './operator-mails.service';

const CALL = { requestId: 'mail', deadlineAt: Number.MAX_SAFE_INTEGER };
const REFUSAL = { isOfRecipient: true, code: '5.1.1' };
const REQUEST = {
  ...({ mailbox: 'abuse', key: 'k', subject: 'Spam' } as const),
  ...{ from: { name: 'Ada', address: 'ada@example.com' }, text: 'Look at this.' },
};

function service(mailer: Partial<Mailer>): OperatorMailsService {
  const environment = { STOA_SUPPORT_EMAIL: 'help@acme.example', STOA_EXTERNAL_HOST: 'chat.example:9991' };
  const log = { warn: () => undefined };
  return new OperatorMailsService(mailer as Mailer, environment as UsersEnvironment, log as unknown as Logger);
}

describe('mail to whoever runs the installation', () => {
  it('goes to where people find help, and is answered to its sender', async () => {
    const sent: Mail[] = [];
    const mailer = { isConfigured: true, send: (mail: Mail) => Promise.resolve(void sent.push(mail)) };
    expect(await service(mailer).forward(CALL, REQUEST)).toEqual({ outcome: 'sent' });
    const nobody = { ...REQUEST, from: { name: '', address: 'no address' }, text: 'x'.repeat(200_000) };
    await service(mailer).forward(CALL, nobody);
    expect(sent[0]).toEqual({
      to: 'help@acme.example',
      subject: '[abuse] Spam',
      text: 'To abuse, from Ada <ada@example.com>. An answer goes to the sender.\n\nLook at this.',
      replyTo: 'ada@example.com',
      messageId: 'k@chat.example',
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    expect(sent[1]).not.toHaveProperty('replyTo');
    expect(sent[1]?.text.length).toBeLessThan(101_000);
  });

  it('is refused where none is sent, or where nobody takes it', async () => {
    expect(await service({ isConfigured: false }).forward(CALL, REQUEST)).toEqual({ outcome: 'no-mail' });
    const refusing = { isConfigured: true, send: () => Promise.reject(new MailRefusedError('no', undefined, REFUSAL)) };
    expect(await service(refusing).forward(CALL, REQUEST)).toEqual({ outcome: 'no-mail' });
  });

  it('waits while the mail server is away', async () => {
    const away = { isConfigured: true, send: () => Promise.reject(new MailDelayedError('away', true, undefined)) };
    await expect(service(away).forward(CALL, REQUEST)).rejects.toBeInstanceOf(MailDelayedError);
  });
});
