import { sampleMailMessage, sampleMissedMail } from '../sample-mail';
import type { DigestMail } from './digest-mail';

/** A digest of one topic and one new channel; `over` need name only what differs. */
export function sampleDigest(
  over: Partial<DigestMail> = {},
  recipient: Partial<DigestMail['recipient']> = {},
): DigestMail {
  const { mailId, happenedAtMs, realm, recipient: reader } = sampleMissedMail({ recipient });
  return {
    mailId,
    happenedAtMs,
    realm,
    recipient: reader,
    hiddenBy: null,
    topics: [
      {
        conversation: { type: 'channel', channelId: 5, channelName: 'ops', topic: 'big deploy' },
        messages: 12,
        names: ['Bo', 'Cleo'],
        people: 5,
        samples: [sampleMailMessage()],
      },
    ],
    channels: [{ channelId: 9, name: 'new plans' }],
    totals: { messages: 40, topics: 6 },
    ways: { unsubscribeUrl: 'https://acme.example/accounts/unsubscribe/digest/a-1', unsubscribeAddress: null },
    ...over,
  };
}
