import { openMailbox } from '@stoa/contracts/messages';
import { openUnsubscribeAddress, readReplyAddress } from '@stoa/contracts/push';
import type { RpcClient } from '@stoa/rpc';
import type { RateLimits } from '../access/rate-limits/rate-limits';
import type { GatewayEnvironment } from '../gateway-environment';
import { FakeRpcClient } from '../test-support/fake-rpc-client';
import { Mailboxes } from './mailboxes';

const TOKEN = '0123456789abcdef0123456789abcdef';
const CHANNEL = `${TOKEN}@mail.example.com`;
const ACTOR = { userId: 7 };

describe('recipients of mail', () => {
  const rpc = new FakeRpcClient();
  let mayWrite = true;
  const limits: Pick<RateLimits, 'mayWriteToOperators'> = { mayWriteToOperators: () => Promise.resolve(mayWrite) };
  const environment = { STOA_EMAIL_GATEWAY_PATTERN: '%s@mail.example.com' };
  const mailboxes = new Mailboxes(environment as GatewayEnvironment, rpc as unknown as RpcClient, limits as RateLimits);

  it.each([
    ['busy', 451, '4.7.0 Too many mails'],
    ['denied', 550, '5.7.1 Permission denied'],
    ['unknown', 550, '5.1.1 Bad destination'],
  ])('that are %s answer %i', async (refusal, responseCode, message) => {
    rpc.answer(openMailbox, { refusal, uploader: null });
    await expect(mailboxes.open(CHANNEL)).rejects.toMatchObject({
      responseCode,
      message: expect.stringContaining(message),
    });
  });

  it('are channels, and answers', async () => {
    rpc.answer(openMailbox, { refusal: null, uploader: ACTOR });
    expect(await mailboxes.open(`${TOKEN}.prefer-html@mail.example.com`)).toMatchObject({
      ...{ kind: 'posting', mailbox: { kind: 'channel', token: TOKEN }, options: { prefersHtml: true } },
      uploader: ACTOR,
    });
    rpc.answer(readReplyAddress, { reply: { userId: 7, messageId: 9 } });
    expect(await mailboxes.open('mm-7-9-x@mail.example.com')).toMatchObject({
      mailbox: { kind: 'reply', userId: 7, messageId: 9 },
    });
    rpc.answer(readReplyAddress, { reply: null });
    await expect(mailboxes.open('mm-7-9-x@mail.example.com')).rejects.toMatchObject({ responseCode: 550 });
  });

  it('end mails by tokens that are known, and by no others', async () => {
    const link = { realmId: 1, partition: 2, userId: 7, type: 'digest' };
    rpc.answer(openUnsubscribeAddress, { link });
    expect(await mailboxes.open('un-d-7-x@mail.example.com')).toEqual({ kind: 'unsubscribe', link });
    rpc.answer(openUnsubscribeAddress, { link: null });
    await expect(mailboxes.open('un-d-7-x@mail.example.com')).rejects.toMatchObject({ responseCode: 550 });
    await expect(mailboxes.open('un-d-7-x@other.example')).rejects.toMatchObject({ responseCode: 550 });
  });

  it('are those of whoever runs the installation, as long as they are not flooded', async () => {
    expect(await mailboxes.open('abuse@mail.example.com')).toEqual({ kind: 'operators', name: 'abuse' });
    mayWrite = false;
    await expect(mailboxes.open('abuse@mail.example.com')).rejects.toMatchObject({ responseCode: 451 });
  });
});
