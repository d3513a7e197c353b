import { AlertWordIndex } from './alert-words';
import { mentionNameKey, topicKey, type MentionUser, type RenderContext } from './context';
import { compileLinkifiers } from './links/linkifier';

const users: MentionUser[] = [
  { id: 31, fullName: 'Ada Byron', isActive: true },
  { id: 32, fullName: 'Bo Li', isActive: false },
  { id: 33, fullName: 'A & <b>', isActive: true },
];

/** The organization that the tests render for. */
export const sampleContext: RenderContext = {
  realmUrl: 'https://chat.example.org',
  usersById: new Map(users.map((user) => [user.id, user])),
  usersByName: new Map(users.map((user) => [mentionNameKey(user.fullName), user])),
  groupsByName: new Map([
    ['oncall', { id: 17, name: 'oncall', isActive: true }],
    ['former', { id: 18, name: 'former', isActive: false }],
    ['role:administrators', { id: 4, name: 'role:administrators', isActive: true }],
  ]),
  channelIdsByName: new Map([
    ['ops', 5],
    ['dev tools', 6],
    ['a.b (c)', 7],
  ]),
  latestMessageByTopic: new Map([
    [topicKey(5, 'big deploy'), 914],
    [topicKey(5, ''), 914],
  ]),
  customEmoji: new Map([['party_cat', { sourceUrl: '/user_avatars/2/emoji/images/77.png' }]]),
  hasMediaPreviews: true,
  uploads: new Map([
    ['2/ab/f.png', { contentType: 'image/png', image: { width: 1200, height: 800, animated: false } }],
    ['2/ab/moving.gif', { contentType: 'image/gif', image: { width: 20, height: 10, animated: true } }],
    ['2/ab/broken.png', { contentType: 'image/png', image: null }],
    ['2/ab/s.mp3', { contentType: 'audio/mpeg', image: null }],
    ['2/ab/clip.mp4', { contentType: 'video/mp4', image: null }],
  ]),
  linkifiers: compileLinkifiers([
    { pattern: '#(?P<n>\\d+)', urlTemplate: 'https://bugs.example.net/{n}' },
    { pattern: 'zork(?P<path>/[a-z]+)?:(?P<id>[0-9]+)', urlTemplate: 'https://zork.example.net{+path}?id={id}' },
  ]),
  alertWords: new AlertWordIndex([
    { userId: 31, word: 'deploy' },
    { userId: 32, word: 'Rollback plan' },
    { userId: 33, word: 'deploy' },
  ]),
};
