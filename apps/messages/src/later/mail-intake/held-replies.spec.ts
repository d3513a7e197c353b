import { UnavailableError, badRequest } from '@stoa/errors';
import type { WriteTransaction } from '@stoa/database';
import type { AnsweredMessage } from '../../read/fetch/answer-address';
import type { MessagesEnvironment } from '../../messages.environment';
import type { NoticeService } from '../../send/notices/notice.service';
import type { Owner } from '../../send/notices/owner-context';
import type { DraftRoom, DraftsService } from '../drafts/drafts.service';
import { HeldReplies } from './held-replies';
import type { IncomingMail } from './incoming-mail';
import type { HeldClaim, ReceivedMailsRepository } from './received-mails.repository';

const ANSWERED = { message: { id: 9, stream_id: 4, subject: 'plans' } } as AnsweredMessage;
const OWNER = { ctx: { actor: { realmId: 1, realmUrl: 'https://acme.example', userId: 7 } } } as Owner;
const MAIL: IncomingMail = {
  mailbox: { kind: 'reply', userId: 7, messageId: 9 },
  key: 'k',
  from: { name: 'Rita', address: 'rita@private.example' },
  showsFrom: false,
  subject: 'Re: plans',
  body: 'Yes',
  links: [],
};

interface Case {
  claim?: HeldClaim;
  room?: DraftRoom;
  /** Whether there is still room for the draft when the notice is sent. */
  isKept?: boolean;
  answered?: () => Promise<AnsweredMessage>;
}

/** Holds the mail. @returns what `hold` said, notices that were sent, and how many drafts were to be kept */
async function hold({ claim = 'claimed', room = 'free', isKept = true, answered }: Case) {
  const sent: string[] = [];
  let drafts = 0;
  const tx = {} as WriteTransaction;
  const repository: Pick<ReceivedMailsRepository, 'isReceived' | 'claimHeld'> = {
    isReceived: () => Promise.resolve(false),
    claimHeld: () => Promise.resolve(claim),
  };
  const service: Pick<DraftsService, 'roomFor' | 'addWithin'> = {
    roomFor: () => Promise.resolve(room),
    addWithin: () => Promise.resolve((drafts++, isKept)),
  };
  const notices: Pick<NoticeService, 'sendDirectWithin'> = {
    sendDirectWithin: async (_ctx, _userId, content, { within }) => {
      if (!(await within.claim(tx))) return false;
      await within.sent(tx, 1);
      sent.push(content);
      return true;
    },
  };
  const held = new HeldReplies(
    { STOA_MAIL_IN_FOREIGN_REPLIES: 'hold' } as MessagesEnvironment,
    repository as ReceivedMailsRepository,
    service as DraftsService,
    notices as NoticeService,
  );
  const isHeld = await held.hold(OWNER, MAIL, answered ?? (() => Promise.resolve(ANSWERED)));
  return { isHeld, sent, drafts };
}

describe('an answer that nobody vouches for', () => {
  it('is told, and a draft', async () => {
    expect(await hold({})).toEqual({ isHeld: true, sent: [expect.stringContaining('from your drafts')], drafts: 1 });
  });

  it('is told alone to who shares no drafts', async () => {
    const { isHeld, sent, drafts } = await hold({ room: 'unshared' });
    expect({ isHeld, drafts }).toEqual({ isHeld: true, drafts: 0 });
    expect(sent).toEqual([expect.stringContaining('write it in the conversation yourself')]);
  });

  it('is held once', async () => {
    expect(await hold({ claim: 'repeated' })).toEqual({ isHeld: true, sent: [], drafts: 0 });
  });

  it.each<[string, Case]>([
    ['the user got too many', { claim: 'tooMany' }],
    ['there is no room for a draft', { room: 'full' }],
    ['the user cannot read what it answers', { answered: () => Promise.reject(badRequest('Invalid message(s)')) }],
  ])('is refused where %s', async (_why, why) => {
    expect(await hold(why)).toEqual({ isHeld: false, sent: [], drafts: 0 });
  });

  it('is to come again if its draft cannot be kept any more, or the message cannot be read now', async () => {
    await expect(hold({ isKept: false })).rejects.toThrow(UnavailableError);
    const away = new UnavailableError('the database is away');
    await expect(hold({ answered: () => Promise.reject(away) })).rejects.toThrow(away);
  });
});
