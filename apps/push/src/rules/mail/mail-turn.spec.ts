import { type NotedMessage, needsContext, stillMissed } from './mail-turn';

const ON = { enableOfflineEmailNotifications: true, enableFollowedTopicEmailNotifications: true };
const noted = (over: Partial<NotedMessage> = {}): NotedMessage => ({
  messageId: 1,
  trigger: 'mentioned',
  exists: true,
  canRead: true,
  isRead: false,
  ...over,
});

describe('what a mail tells', () => {
  it.each([
    ['what is unread', [noted()], ON, true, [1]],
    ['what is left of several', [noted({ isRead: true }), noted({ messageId: 2 })], ON, true, [2]],
    ['nothing that was read', [noted({ isRead: true })], ON, true, 'read'],
    ['nothing that was deleted', [noted({ exists: false, canRead: false })], ON, true, 'gone'],
    ['nothing that may not be read any more', [noted({ canRead: false })], ON, true, 'no_access'],
    ['nothing to who left', [noted()], ON, false, 'inactive'],
    [
      'nothing that was switched off',
      [noted()],
      { ...ON, enableOfflineEmailNotifications: false },
      true,
      'switched_off',
    ],
    [
      'a followed topic apart from the rest',
      [noted({ trigger: 'followed_topic_email_notify' })],
      { ...ON, enableOfflineEmailNotifications: false },
      true,
      [1],
    ],
    [
      'no followed topic to who switched that off',
      [noted({ trigger: 'followed_topic_email_notify' })],
      { ...ON, enableFollowedTopicEmailNotifications: false },
      true,
      'switched_off',
    ],
    [
      'a channel',
      [noted({ trigger: 'stream_email_notify' })],
      { ...ON, enableOfflineEmailNotifications: false },
      true,
      [1],
    ],
  ] as const)('is %s', (_name, messages, settings, isServed, expected) => {
    const told = stillMissed(messages, { isServed, settings });
    expect(typeof told === 'string' ? told : told.map(({ messageId }) => messageId)).toEqual(expected);
  });

  it('stands in its context where somebody was mentioned', () => {
    expect(needsContext('mentioned')).toBe(true);
    expect(needsContext('stream_wildcard_mentioned')).toBe(true);
    expect(needsContext('direct_message')).toBe(false);
    expect(needsContext('stream_email_notify')).toBe(false);
  });
});
