import { badRequest } from '@stoa/errors';
import type { ChannelMails } from './channel-mails';
import type { IncomingMail } from './incoming-mail';
import { MailIntakeService } from './mail-intake.service';
import type { ReplyMails } from './reply-mails';

const ANSWER = { mailbox: { kind: 'reply', userId: 7, messageId: 9 }, key: 'k' } as IncomingMail;

describe('what becomes of an answer', () => {
  const deliver = (post: ReplyMails['post']) => {
    const replies: Pick<ReplyMails, 'post'> = { post };
    const intake = new MailIntakeService({} as ChannelMails, replies as ReplyMails);
    return intake.deliver({ requestId: 'r', deadlineAt: Date.now() + 1_000 }, ANSWER);
  };

  it.each([
    ['posted', { outcome: 'posted', reason: null }],
    ['repeated', { outcome: 'repeated', reason: null }],
    ['told', { outcome: 'refused', reason: null }],
    ['held', { outcome: 'refused', reason: null, isHeld: true }],
  ] as const)('is said where it is %s', async (posted, expected) => {
    expect(await deliver(() => Promise.resolve(posted))).toEqual(expected);
  });

  it('is said where it is refused, with the reason', async () => {
    expect(await deliver(() => Promise.reject(badRequest('no right')))).toEqual({
      outcome: 'refused',
      reason: 'no right',
    });
  });
});
