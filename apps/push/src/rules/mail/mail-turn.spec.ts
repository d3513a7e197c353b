import { type NotedMessage, isForSafety, needsContext, stillMissed, unsubscribeTypeOf } from './mail-turn';

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
    const told = stillMissed(messages, { isServed, isSuspended: false, settings });
    expect(typeof told === 'string' ? told : told.map(({ messageId }) => messageId)).toEqual(expected);
  });

  it('is nothing where mails come back', () => {
    expect(stillMissed([noted()], { isServed: true, isSuspended: true, settings: ON })).toBe('suspended');
  });

  it.each([
    ['new_login', true],
    ['address_check', true],
    ['address_changed', true],
    ['welcome', false],
    ['onboarding_topics', false],
    ['onboarding_guide', false],
    ['onboarding_team', false],
  ] as const)('of the kind %s is sent to where mails come back: %s', (kind, isSent) => {
    expect(isForSafety(kind)).toBe(isSent);
  });

  it.each([
    ['new_login', 'login'],
    ['onboarding_topics', 'welcome'],
    ['onboarding_guide', 'welcome'],
    ['onboarding_team', 'welcome'],
    ['welcome', null],
    ['address_check', null],
    ['address_changed', null],
  ] as const)('of the kind %s has a link that ends %s', (kind, type) => {
    expect(unsubscribeTypeOf(kind)).toBe(type);
  });

  it('stands in its context where somebody was mentioned', () => {
    expect(needsContext('mentioned')).toBe(true);
    expect(needsContext('stream_wildcard_mentioned')).toBe(true);
    expect(needsContext('direct_message')).toBe(false);
    expect(needsContext('stream_email_notify')).toBe(false);
  });
});
