import { PushChannelConversation, PushMessage, PushMessageView, PushRealm } from './facts';

export const REALM: PushRealm = {
  realmId: 2,
  url: 'https://chat.example.org',
  name: 'Example',
  host: 'chat.example.org',
};

const CHANNEL: PushChannelConversation = {
  type: 'channel',
  channelId: 5,
  channelName: 'ops',
  topic: 'big deploy',
};

/** A personal mention by Ada Byron in a channel, for user 10. */
export function sampleView(
  over: Partial<Omit<PushMessageView, 'message'>> & { message?: Partial<PushMessage> } = {},
): PushMessageView {
  const { message, ...rest } = over;
  return {
    realm: REALM,
    userId: 10,
    language: 'en',
    decision: { trigger: 'mentioned' },
    canAccessSender: true,
    ...rest,
    message: {
      messageId: 905,
      timestamp: 1_700_000_000,
      text: 'hello',
      sender: { userId: 31, fullName: 'Ada Byron', email: 'ada@example.org', avatarUrl: '/user_avatars/2/ada.png' },
      conversation: CHANNEL,
      ...message,
    },
  };
}

/** A direct conversation of the sender, the recipient and others, in no order. */
export function directWith(...others: { userId: number; fullName: string }[]) {
  const pair = [
    { userId: 31, fullName: 'Ada Byron' },
    { userId: 10, fullName: 'Zoe' },
  ];
  return { type: 'direct' as const, participants: [...others, ...pair] };
}
