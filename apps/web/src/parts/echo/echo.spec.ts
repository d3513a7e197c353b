import { snapshotState } from '../../store/snapshot';
import { topicKey } from '../../store/topics';
import { ME, aGroup, aSubscription, aUser, anAnswer } from '../../test-support/answer';
import { echoOf } from './echo';
import { echoRequest } from './echo-request';

const EMOJI = { id: '7', name: 'party', source_url: '/party.png', still_url: null, deactivated: false, author_id: ME };

function stateWith() {
  const state = snapshotState(
    anAnswer({
      realm_url: 'https://chat.example',
      realm_empty_topic_display_name: 'general chat',
      realm_users: [aUser(ME), aUser(20, { full_name: 'Bo Lin' }), aUser(21, { full_name: 'Bo Lin' })],
      realm_user_groups: [aGroup(8, { name: 'makers', members: [20] })],
      subscriptions: [aSubscription(5, { name: 'design' })],
      realm_emoji: { 7: EMOJI },
      realm_linkifiers: [{ id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://bugs.example/{id}' }],
    }),
  );
  const settings = { ...state.settings, translate_emoticons: true };
  const logo = { name: 'Logo', maxId: 33, hasOwnMessage: false };
  return { ...state, settings, topics: new Map([[5, new Map([[topicKey('logo'), logo]])]]) };
}

function echo(content: string): string | undefined {
  const request = echoRequest(stateWith(), content);
  // What goes to a worker is copied on the way.
  return request && echoOf(structuredClone(request))?.html;
}

describe('what a message on its way looks like', () => {
  it('is what the service will write', () => {
    expect(echo('one **bold**\ntwo')).toBe('<p>one <strong>bold</strong><br>\ntwo</p>');
    expect(echo('```python\nprint(1)\n```')).toContain('<div class="codehilite" data-code-language="Python">');
    expect(echo('see #12 :) ')).toContain('href="https://bugs.example/12"');
    expect(echo('see #12 :)')).toContain('class="emoji emoji-1f642"');
  });

  it('names people, groups, channels, topics and emoji that are known here', () => {
    expect(echo('@**bo lin** @**Bo Lin|21** @*makers*')).toBe(
      '<p><span class="user-mention" data-user-id="20">@Bo Lin</span> ' +
        '<span class="user-mention" data-user-id="21">@Bo Lin</span> ' +
        '<span class="user-group-mention" data-user-group-id="8">@makers</span></p>',
    );
    expect(echo('#**design** #**design>logo**')).toContain('/topic/logo/with/33"');
    expect(echo(':party:')).toContain('src="/party.png"');
    expect(echo('@**Nobody** :no_such_emoji:')).toBe('<p>@<strong>Nobody</strong> :no_such_emoji:</p>');
  });

  it.each(['/poll Lunch?', '/todo', 'as $$x$$ says', '```math\nx\n```', '> ~~~ math\n> x\n> ~~~'])(
    'is left to the service for %j',
    (content) => {
      expect(echoRequest(stateWith(), content)).toBeUndefined();
    },
  );
});
