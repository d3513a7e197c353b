import { ada, html, itFollows, link, list, oncall, quote, rendered, silentAda, silentOncall } from './rule-html';

const p = (text: string): string => `<p>${text}</p>`;
const bo = '<span class="user-mention silent" data-user-id="32">Bo Li</span>';
const wildcard = (word: string): string =>
  `<span class="user-mention channel-wildcard-mention" data-user-id="*">@${word}</span>`;
const silentWildcard = (word: string): string =>
  `<span class="user-mention channel-wildcard-mention silent" data-user-id="*">${word}</span>`;

describe('7.1 mentions', () => {
  itFollows([
    ['user', '@**Ada Byron**', p(ada)],
    ['user and id', '@**Ada Byron|31**', p(ada)],
    ['id alone', '@**|31**', p(ada)],
    ['silent', '@_**Ada Byron** @_**Ada Byron|31** @_**|31**', p(`${silentAda} ${silentAda} ${silentAda}`)],
    ['deactivated', '@**Bo Li** @**Bo Li|32** @**|32** @_**Bo Li**', p(`${bo} ${bo} ${bo} ${bo}`)],
    [
      'channel wildcards',
      '@**all** @**everyone** @**channel** @**stream**',
      p(['all', 'everyone', 'channel', 'stream'].map(wildcard).join(' ')),
    ],
    ['silent channel wildcards', '@_**all** @_**stream**', p(`${silentWildcard('all')} ${silentWildcard('stream')}`)],
    [
      'topic wildcard',
      '@**topic** @_**topic**',
      p('<span class="topic-mention">@topic</span> <span class="topic-mention silent">topic</span>'),
    ],
    ['group', '@*oncall* @_*oncall*', p(`${oncall} ${silentOncall}`)],
    [
      'deactivated group',
      '@*former*',
      p('<span class="user-group-mention silent" data-user-group-id="18">former</span>'),
    ],
    [
      'system group',
      '@_*role:administrators*',
      p('<span class="user-group-mention silent" data-user-group-id="4">Administrators</span>'),
    ],
    ['name ignoring case, stored spelling', '@**aDA bYRON**', p(ada)],
    ['name with id exactly', '@**ada byron|31**', p('@<strong>ada byron|31</strong>')],
    ['name of another id', '@**Ada Byron|32**', p('@<strong>Ada Byron|32</strong>')],
    ['wildcards in lower case only', '@**All**', p('@<strong>All</strong>')],
    ['groups exactly', '@*OnCall*', p('@<em>OnCall</em>')],
    [
      'unresolved',
      '@**Nobody** @*nogroup* @**|99**',
      p('@<strong>Nobody</strong> @<em>nogroup</em> @<strong>|99</strong>'),
    ],
    ['no star in names', '@**Ada*Byron**', p('@<strong>Ada*Byron</strong>')],
    ...['a', '.', ')', '@', '-', '}'].map(
      (before) => [`not behind ${before}`, `${before}@_**all**`, p(`${before}@_<strong>all</strong>`)] as const,
    ),
    ...[' ', "'", '"', '(', '{', '[', '/'].map(
      (before) => [`behind ${before}`, `x${before}@**all**`, p(`x${before}${wildcard('all')}`)] as const,
    ),
    ['behind <', '<@**all**', p(`&lt;${wildcard('all')}`)],
    ['in headings', '# @**Ada Byron**', `<h1>${ada}</h1>`],
    ['in lists', '* @**Ada Byron**', list('ul', ada)],
    [
      'in tables',
      'a|b\n-|-\n@**Ada Byron**|c',
      `<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>${ada}</td>\n<td>c</td>\n</tr>\n</tbody>\n</table>`,
    ],
    ['in link text', '[@**Ada Byron**](/x)', p(link('/x', ada))],
    ['in quotes', '> @**Ada Byron**', quote(p(silentAda))],
    ['not in code', '`@**Ada Byron**`', p('<code>@**Ada Byron**</code>')],
    ['not directly in del', '~~@**all**~~', p('<del>@<strong>all</strong></del>')],
    ['escaped names', '@**A & <b>**', p('<span class="user-mention" data-user-id="33">@A &amp; &lt;b&gt;</span>')],
  ]);

  it.each([
    'a@**all**',
    '*@**all**',
    '.@**all**',
    ')@**all**',
    '@@**all**',
    '~~@**all**~~',
    '$$@**all**$$',
    '**@**all**',
  ])('none in %s', (source) => {
    expect(html(source)).not.toContain('-mention');
    expect(rendered(source).channelWildcard).toBe(false);
  });

  it('wildcards win over users', () => {
    const all = { id: 40, fullName: 'all', isActive: true };
    expect(html('@**all**', { usersByName: new Map([['all', all]]) })).toBe(p(wildcard('all')));
  });

  it.each([
    ['role:nobody', 'Nobody'],
    ['role:owners', 'Owners'],
    ['role:administrators', 'Administrators'],
    ['role:moderators', 'Moderators'],
    ['role:fullmembers', 'Full members'],
    ['role:members', 'Members'],
    ['role:everyone', 'Everyone'],
    ['role:internet', 'Everyone on the internet'],
  ])('%s is shown as %s', (name, shown) => {
    const groupsByName = new Map([[name, { id: 9, name, isActive: true }]]);
    expect(html(`@_*${name}*`, { groupsByName })).toBe(
      p(`<span class="user-group-mention silent" data-user-group-id="9">${shown}</span>`),
    );
  });
});

describe('7.2 effects', () => {
  it.each([
    ['user', '@**Ada Byron** @**A & <b>**', { mentionedUserIds: [31, 33] }],
    ['each once', '@**Ada Byron** @**|31**', { mentionedUserIds: [31] }],
    ['silent user', '@_**Ada Byron**', { mentionedUserIds: [] }],
    ['deactivated user', '@**Bo Li**', { mentionedUserIds: [] }],
    ['group', '@*oncall*', { mentionedGroupIds: [17] }],
    ['silent or deactivated group', '@_*oncall* @*former*', { mentionedGroupIds: [] }],
    ['channel wildcard', '@**stream**', { channelWildcard: true, topicWildcard: false, mentionedUserIds: [] }],
    ['silent channel wildcard', '@_**all**', { channelWildcard: false }],
    ['topic wildcard', '@**topic**', { channelWildcard: false, topicWildcard: true }],
    ['silent topic wildcard', '@_**topic**', { topicWildcard: false }],
    [
      'only what was rendered',
      '`@**Ada Byron**`\n\n```\n@*oncall*\n```\n\n[x](/y "@**all**")',
      { mentionedUserIds: [], mentionedGroupIds: [], channelWildcard: false },
    ],
    ['in a title', '[x](/y "@**Ada Byron**")', { html: '<p><a href="/y" title="">x</a></p>' }],
  ])('%s', (_rule, source, expected) => {
    expect(rendered(source)).toMatchObject(expected);
  });
});
