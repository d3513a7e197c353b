import { isChosenConversation } from './chosen-messages';

describe('level 459: messages that go with an account', () => {
  const [open, closed] = [{ inviteOnly: false }, { inviteOnly: true }];
  const none = { publicChannels: false, privateChannels: false, direct: false };
  it.each([
    ['nothing', none, [false, false, false]],
    ['public channels', { ...none, publicChannels: true }, [true, false, false]],
    ['private channels', { ...none, privateChannels: true }, [false, true, false]],
    ['direct messages', { ...none, direct: true }, [false, false, true]],
    ['all', { publicChannels: true, privateChannels: true, direct: true }, [true, true, true]],
  ])('%s', (_what, kinds, expected) => {
    expect([open, closed, null].map((channel) => isChosenConversation(kinds, channel))).toEqual(expected);
  });
});
