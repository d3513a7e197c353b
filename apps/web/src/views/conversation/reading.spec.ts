import { type Reading, isReadOnIn, unreadingIn } from './reading';

const ALWAYS = 1;
const CONVERSATIONS = 2;
const NEVER = 3;

describe('whether a view marks as read what is seen in it (web.md 2.14)', () => {
  it.each<[Reading['kind'], number, ReturnType<typeof unreadingIn>]>([
    ['topic', ALWAYS, undefined],
    ['direct', ALWAYS, undefined],
    ['channel', ALWAYS, undefined],
    ['feed', ALWAYS, undefined],
    ['direct-feed', ALWAYS, undefined],
    ['search', ALWAYS, 'view'],
    ['other', ALWAYS, 'view'],
    ['topic', CONVERSATIONS, undefined],
    ['direct', CONVERSATIONS, undefined],
    ['channel', CONVERSATIONS, 'conversations-only'],
    ['feed', CONVERSATIONS, 'conversations-only'],
    ['search', CONVERSATIONS, 'view'],
    ['topic', NEVER, 'never'],
    ['feed', NEVER, 'never'],
    ['other', NEVER, 'view'],
  ])('%s with setting %i: %s', (kind, policy, expected) => {
    expect(unreadingIn({ kind, isNear: false, policy, isPaused: false })).toBe(expected);
  });

  it.each<[Reading['kind'], boolean]>([
    ['topic', true],
    ['feed', true],
    ['search', false],
    ['other', false],
  ])('%s is read on in: %s', (kind, expected) => {
    expect(isReadOnIn(kind)).toBe(expected);
  });

  it('does not where one message is looked up', () => {
    expect(unreadingIn({ kind: 'topic', isNear: true, policy: ALWAYS, isPaused: false })).toBe('view');
  });

  it('does not where messages were marked as unread by hand', () => {
    expect(unreadingIn({ kind: 'topic', isNear: false, policy: ALWAYS, isPaused: true })).toBe('paused');
    expect(unreadingIn({ kind: 'topic', isNear: false, policy: NEVER, isPaused: true })).toBe('never');
  });
});
