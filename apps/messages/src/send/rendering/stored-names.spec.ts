import { type RenderContext, mentionNameKey, render, topicKey } from '@stoa/markdown';
import { storedNames, withStoredNames } from './stored-names';

const EMPTY: RenderContext = { realmUrl: 'https://chat.example.org' };
const user = (id: number, fullName: string, isActive = true) => ({ id, fullName, isActive });
const ada = user(31, 'Ada Byron');
const then: RenderContext = {
  ...EMPTY,
  usersById: new Map([[31, ada]]),
  usersByName: new Map([
    [mentionNameKey('Ada Byron'), ada],
    [mentionNameKey('Bo Li'), user(32, 'Bo Li', false)],
  ]),
  groupsByName: new Map([['oncall', { id: 17, name: 'oncall', isActive: true }]]),
  channelIdsByName: new Map([
    ['ops', 5],
    ['dev & <tools>', 6],
  ]),
  latestMessageByTopic: new Map([
    [topicKey(5, 'big deploy'), 914],
    [topicKey(5, ''), 900],
  ]),
  customEmoji: new Map([['party_cat', { sourceUrl: '/user_avatars/2/emoji/images/77.png' }]]),
};

describe('texts that are rendered again', () => {
  it.each([
    '@**Ada Byron** @_**Ada Byron** @**ada byron|31** @**Ada Byron|31** @_**|31**',
    '@_**Ada Byron**',
    '@**Bo Li** @**nobody**',
    '@*oncall* @_*oncall*',
    '#**ops** #**dev & <tools>** #**ops>big deploy** #**ops>quiet** #**ops>** #**ops>big deploy@905** #**none**',
    ':party_cat: :no_cat: 🎉',
    '> @**Ada Byron** #**ops**\n\n```spoiler @*oncall*\nx\n```',
    'plain $$x$$ `@**Ada Byron**`',
  ])('say the same when everything has other names by then: %s', (source) => {
    const html = render(source, then).html;
    const now: RenderContext = {
      ...EMPTY,
      usersByName: new Map([[mentionNameKey('Ada Byron'), user(99, 'Ada Byron')]]),
      latestMessageByTopic: new Map([[topicKey(5, 'quiet'), 7]]),
    };
    expect(render(source, withStoredNames(now, storedNames(html))).html).toBe(html);
  });

  it('take the present where the HTML says nothing', () => {
    const context = withStoredNames(then, storedNames('<p>old</p>'));
    expect(render('@**Ada Byron** #**ops** :party_cat:', context).html).toBe(
      render('@**Ada Byron** #**ops** :party_cat:', then).html,
    );
  });
});
