import type { MailDirectConversation, MailMessage, MissedMail } from './facts';

const REALM = { realmId: 2, name: 'Acme', url: 'https://acme.example', host: 'acme.example', installation: 'Stoa' };

export const DIRECT: MailDirectConversation = {
  type: 'direct',
  participants: [
    { userId: 10, fullName: 'Ada' },
    { userId: 11, fullName: 'Bo' },
  ],
};

/** A message that mentions the recipient; `over` need name only what differs. */
export function sampleMailMessage(over: Partial<MailMessage> = {}): MailMessage {
  return {
    messageId: 7,
    senderName: 'Bo',
    content: 'Hello **Ada**',
    renderedContent: '<p>Hello <strong>Ada</strong></p>',
    sentAtMs: Date.UTC(2026, 10, 25, 21, 5),
    cause: { trigger: 'mentioned', mentionedGroup: null },
    ...over,
  };
}

/** A mail about one message of a topic. */
export function sampleMissedMail(
  over: Partial<Omit<MissedMail, 'recipient'>> & { recipient?: Partial<MissedMail['recipient']> } = {},
): MissedMail {
  return {
    mailId: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
    happenedAtMs: Date.UTC(2026, 10, 25, 21, 7),
    realm: REALM,
    conversation: { type: 'channel', channelId: 5, channelName: 'ops', topic: 'big deploy' },
    earlierPlaces: [],
    messages: [sampleMailMessage()],
    hiddenBy: null,
    ways: {
      unsubscribeUrl: 'https://acme.example/accounts/unsubscribe/missed_messages/a-1',
      unsubscribeAddress: 'un-m-a-1@mail.acme.example',
    },
    replyTo: null,
    ...over,
    recipient: {
      userId: 10,
      fullName: 'Ada',
      address: 'ada@example.com',
      language: 'en',
      timezone: 'Europe/Berlin',
      usesTwentyFourHours: true,
      namesRealm: false,
      ...over.recipient,
    },
  };
}
