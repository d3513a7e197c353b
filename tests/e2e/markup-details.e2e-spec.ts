import { sharedCluster } from '@stoa/testing';
import { type Channel, createChannel } from '../support/channels';
import { fetchNewest, fetchOne, sendDirect, sendToChannel } from '../support/messages';
import { type Organization, createOrganization } from '../support/organizations';
import type { Person } from '../support/people';
import { expectError } from '../support/expectations';
import { TestQueue, isEvent } from '../support/test-queue';

const found = (text: string): string => `<span class="highlight">${text}</span>`;
const inserted = (text: string): string => `<span class="highlight_text_inserted">${text}</span>`;
const deleted = (text: string): string => `<span class="highlight_text_deleted">${text}</span>`;
const later = (): number => Math.ceil(Date.now() / 1000) + 3_600;

/** One construct of each kind, with what its HTML has (markdown.md 2 to 10). */
const CONSTRUCTS: readonly (readonly [markup: string, html: string])[] = [
  ['line\nbreak  \n&hearts; <b>', '<p>line<br>\nbreak  <br>\n&hearts; &lt;b&gt;</p>'],
  [
    '**strong** *em* ***both*** ~~del~~ _no_',
    '<p><strong>strong</strong> <em>em</em> <strong><em>both</em></strong> <del>del</del> _no_</p>',
  ],
  ['### Heading ###', '<h3>Heading</h3>'],
  ['---', '<hr>'],
  ['* a\n  * b\n* c', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>'],
  ['3. d\n\n4. e', '<ol start="3">\n<li>\n<p>d</p>\n</li>\n<li>\n<p>e</p>\n</li>\n</ol>'],
  ['> q\n> > r', '<blockquote>\n<p>q</p>\n<blockquote>\n<p>r</p>\n</blockquote>\n</blockquote>'],
  [
    '| h | i |\n|:-:|---|\n| `a|b` |',
    '<table>\n<thead>\n<tr>\n<th style="text-align: center;">h</th>\n<th>i</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: center;"><code>a|b</code></td>\n<td></td>\n</tr>\n</tbody>\n</table>',
  ],
  ['`` code ` span ``', '<p><code> code ` span </code></p>'],
  ['    indented', '<div class="codehilite"><pre><span></span><code>indented\n</code></pre></div>'],
  [
    '```py\nn = 2\n```',
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="n">n</span> <span class="o">=</span> <span class="mi">2</span>\n</code></pre></div>',
  ],
  ['~~~quote\nquoted\n~~~', '<blockquote>\n<p>quoted</p>\n</blockquote>'],
  [
    '```spoiler *Header*\nhidden\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n<p><em>Header</em></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>hidden</p>\n</div></div>',
  ],
  ['$$\\nosuch$$', '<p><span class="tex-error">$$\\nosuch$$</span></p>'],
  [
    '[named](https://example.net "T") example.org',
    '<p><a href="https://example.net" title="T">named</a> <a href="http://example.org">example.org</a></p>',
  ],
  ['ada@example.net', '<p><a href="mailto:ada@example.net">ada@example.net</a></p>'],
  [
    ':rocket: 🎉',
    '<p><span aria-label="rocket" class="emoji emoji-1f680" role="img" title="rocket">:rocket:</span> <span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
  ],
  [
    '@**all** @_**topic**',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span> <span class="topic-mention silent">topic</span></p>',
  ],
  [
    '<time:2026-03-05T09:30+02:00> <time:never>',
    '<p><time datetime="2026-03-05T07:30:00Z">2026-03-05T09:30+02:00</time> &lt;time:never&gt;</p>',
  ],
  [
    'https://youtu.be/abc',
    '<p><a href="https://youtu.be/abc">https://youtu.be/abc</a></p>\n<div class="youtube-video message_inline_image"><a data-id="abc" href="https://youtu.be/abc">',
  ],
  [
    '![](https://s.example.net/a.mp3)',
    '<audio controls data-original-url="https://s.example.net/a.mp3" preload="metadata" src="',
  ],
  [
    'https://v.example.net/a.mp4',
    '<div class="message_inline_image message_inline_video"><a href="https://v.example.net/a.mp4"><video preload="metadata" src="',
  ],
];

/** Markup at the borders of the API: each kind at once, where it is not rendered, and in what is made of its HTML. */
describe('markup in detail', () => {
  let organization: Organization;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    organization = await createOrganization(await sharedCluster());
    ada = organization.owner;
    bob = await organization.createPerson('Bob');
    channel = await createChannel(ada, [bob]);
  });

  const rendered = async (content: string): Promise<string> =>
    (await ada.client.succeed('POST', '/messages/render', { content })).rendered;

  it('has every kind of construct, alone and all together', async () => {
    for (const [markup, html] of CONSTRUCTS) expect(await rendered(markup)).toContain(html);
    const whole = await rendered(CONSTRUCTS.map(([markup]) => markup).join('\n\n'));
    const missing = CONSTRUCTS.filter(([, html]) => !whole.includes(html)).map(([markup]) => markup);
    expect(missing).toEqual([]);
  });

  it('is neither normalised nor cut in a preview, which takes as much as a message', async () => {
    expect(await rendered('\n\n a \n')).toBe('<p>a </p>');
    const long = 'b'.repeat(10_000);
    expect(await rendered(long)).toBe(`<p>${long}</p>`);
    const tooLong = await ada.client.post('/messages/render', { content: `${long}b` });
    expectError(tooLong, 'content is too long (limit: 10000 characters)');
  });

  it('makes one line of a description, without previews', async () => {
    const queue = await TestQueue.register(bob);
    const description = 'see **this**\n\nhttps://youtu.be/abc\n* no list';
    const html = '<p>see <strong>this</strong>  <a href="https://youtu.be/abc">https://youtu.be/abc</a> * no list</p>';
    await ada.client.succeed('PATCH', `/streams/${channel.id}`, { description });
    expect(await queue.next(isEvent('stream', 'update'))).toMatchObject({
      value: description.replaceAll('\n', ' '),
      rendered_description: html,
    });
    const { streams } = await bob.client.succeed('GET', '/streams');
    expect(streams).toContainEqual(expect.objectContaining({ stream_id: channel.id, rendered_description: html }));
    const { state } = await TestQueue.register(bob);
    expect(state.subscriptions).toContainEqual(expect.objectContaining({ rendered_description: html }));
  });

  it('stays as it was written in status, drafts, snippets and descriptions of groups', async () => {
    const markup = '**bold** :tada: @**all**';
    await ada.client.succeed('POST', '/users/me/status', { status_text: markup });
    expect((await bob.client.succeed('GET', `/users/${ada.userId}/status`)).status).toEqual({ status_text: markup });
    const draft = { type: 'stream', to: [channel.id], topic: 'plans', content: markup };
    await ada.client.succeed('POST', '/drafts', { drafts: [draft] });
    const [stored] = (await ada.client.succeed('GET', '/drafts')).drafts;
    expect(stored).toEqual({ ...draft, id: expect.any(Number), timestamp: expect.any(Number) });
    await ada.client.succeed('POST', '/saved_snippets', { title: markup, content: markup });
    const [snippet] = (await ada.client.succeed('GET', '/saved_snippets')).saved_snippets;
    expect(snippet).toEqual({
      id: expect.any(Number),
      title: markup,
      content: markup,
      date_created: expect.any(Number),
    });
    await ada.client.succeed('POST', '/user_groups/create', { name: 'marked', description: markup, members: [] });
    const { user_groups: groups } = await ada.client.succeed('GET', '/user_groups');
    expect(groups.find(({ name }: { name: string }) => name === 'marked')).toMatchObject({ description: markup });
  });

  it('is rendered again when a scheduled message is edited', async () => {
    const message = { type: 'channel', to: channel.id, topic: 'later', scheduled_delivery_timestamp: later() };
    const sent = await ada.client.succeed('POST', '/scheduled_messages', { ...message, content: '*old*' });
    await ada.client.succeed('PATCH', `/scheduled_messages/${sent.scheduled_message_id}`, { content: '**new** `<`' });
    const { scheduled_messages: listed } = await ada.client.succeed('GET', '/scheduled_messages');
    expect(listed).toMatchObject([
      { content: '**new** `<`', rendered_content: '<p><strong>new</strong> <code>&lt;</code></p>' },
    ]);
  });

  it('is quoted in reminders, silently, whatever fences it has', async () => {
    const content = `@**${bob.fullName}** **and**\n\`\`\`py\nn = 2\n\`\`\`\n~~~\nopen`;
    const messageId = await sendToChannel(ada, channel, { topic: 'plans & <b>', content });
    const reminder = { message_id: messageId, scheduled_delivery_timestamp: later(), note: 'see `x`' };
    await bob.client.succeed('POST', '/reminders', reminder);
    const [{ rendered_content: html, content: source }] = (await bob.client.succeed('GET', '/reminders')).reminders;
    expect(source).toContain(`\`\`\`\`quote\n${content}\n\`\`\`\``);
    const near = new RegExp(
      `^<p>You requested a reminder for <a [^>]*near/${messageId}">[^<]*plans[^<]*</a>\\. Note:</p>\\n`,
    );
    expect(html).toMatch(near);
    const quoted = `<span class="user-mention silent" data-user-id="${bob.userId}">${bob.fullName}</span>`;
    for (const part of [
      '<blockquote>\n<p>see <code>x</code></p>\n</blockquote>',
      `<span class="user-mention silent" data-user-id="${ada.userId}">${ada.fullName}</span> <a href="#narrow/channel/`,
      `<blockquote>\n<p>${quoted} <strong>and</strong></p>\n<div class="codehilite" data-code-language="Python">`,
      '<code>open\n',
    ]) {
      expect(html).toContain(part);
    }
    expect(html).not.toContain('class="user-mention" ');
  });

  it.each<[string, string, string, string]>([
    [
      'words in lists in quotes',
      '> * a\n>   * old word\n\nend',
      '> * a\n>   * new word\n\nend',
      `<div><blockquote><ul><li>a<ul><li>${inserted('new')} ${deleted('old')} word</li></ul></li></ul></blockquote><p>end</p></div>`,
    ],
    [
      'words in emphasis, whose own change is not marked',
      'a *b* c',
      'a **b** d',
      `<div><p>a <strong>b</strong> ${inserted('d')} ${deleted('c')}</p></div>`,
    ],
    [
      'lines of code',
      '```\none\n  two\n```',
      '```\none\n  three\n```',
      `<div><div class="codehilite"><pre><span></span><code>one\n  ${inserted('three')} ${deleted('two')}\n</code></pre></div></div>`,
    ],
    [
      'addresses',
      '[x](https://a.example.net)',
      '[x](https://b.example.net)',
      `<div><p><a href="https://b.example.net">x${inserted(' Link: https://b.example.net ')} ${deleted(' Link: https://a.example.net ')}</a></p></div>`,
    ],
    [
      'signs that are escaped',
      '<a> & b',
      '<c> & b',
      `<div><p>${inserted('&lt;c&gt;')} ${deleted('&lt;a&gt;')} &amp; b</p></div>`,
    ],
    [
      'cells of a table',
      'h|i\n-|-\na|b',
      'h|i\n-|-\na|c',
      `<div><table><thead><tr><th>h</th><th>i</th></tr></thead><tbody><tr><td>a</td><td>${inserted('c')} ${deleted('b')}</td></tr></tbody></table></div>`,
    ],
    [
      'a paragraph that became a heading',
      'one two',
      '# one three',
      `<div><h1>one ${inserted('three')} ${deleted('two')}</h1></div>`,
    ],
  ])('marks in the history of edits %s', async (_what, before, after, difference) => {
    const id = await sendToChannel(ada, channel, { content: before });
    await ada.client.succeed('PATCH', `/messages/${id}`, { content: after });
    const { message_history: history } = await bob.client.succeed('GET', `/messages/${id}/history`);
    expect(history.at(-1).content_html_diff).toBe(difference);
  });

  it('counts changes in the history, not versions', async () => {
    const id = await sendDirect(ada, [bob], { content: 'one two' });
    for (const content of ['one two three', 'one three'])
      await ada.client.succeed('PATCH', `/messages/${id}`, { content });
    const { message_history: history } = await bob.client.succeed('GET', `/messages/${id}/history`);
    expect(history.map((entry: { content_html_diff?: string }) => entry.content_html_diff)).toEqual([
      undefined,
      `<div><p>one two ${inserted('three')}</p></div>`,
      `<div><p>one ${deleted('two')} three</p></div>`,
    ]);
  });

  it.each<[string, { topic?: string; content: string }, string, { content: string; topic: string }]>([
    [
      'entities and signs around',
      { topic: 'Fish & "chips" <7>', content: 'R&D: **fish** <fish> &hearts; amp' },
      'fish amp',
      {
        content: `<p>R&amp;D: <strong>${found('fish')}</strong> &lt;${found('fish')}&gt; &hearts; ${found('amp')}</p>`,
        topic: `${found('Fish')} &amp; &quot;chips&quot; &lt;7&gt;`,
      },
    ],
    [
      'code and links, not their addresses',
      { content: '`zebra()` [zebra](https://example.net/zebra "zebra")\n```\nzebra = 1\n```' },
      'zebras',
      {
        content:
          `<p><code>${found('zebra')}()</code> <a href="https://example.net/zebra" title="zebra">${found('zebra')}</a></p>\n` +
          `<div class="codehilite"><pre><span></span><code>${found('zebra')} = 1\n</code></pre></div>`,
        topic: 'talk',
      },
    ],
    [
      'several words and a phrase, each for itself',
      { topic: 'running gnus', content: 'The gnu was running; gnus run. It ran wild' },
      'gnu "running; gnus" wild',
      {
        content: `<p>The ${found('gnu')} was ${found('running')}; ${found('gnus')} ${found('run')}. It ran ${found('wild')}</p>`,
        topic: `${found('running')} ${found('gnus')}`,
      },
    ],
    [
      'words with accents, next to marks',
      { content: 'naïve (naïve), *naïve*: "naïve"' },
      'naïve',
      {
        content: `<p>${found('naïve')} (${found('naïve')}), <em>${found('naïve')}</em>: "${found('naïve')}"</p>`,
        topic: 'talk',
      },
    ],
    [
      'what is between colons, spoilers and quotes',
      { content: ':okapi_x: okapi\n```spoiler okapi\n> okapi\n```' },
      'okapi',
      {
        content:
          `<p>:${found('okapi')}_x: ${found('okapi')}</p>\n<div class="spoiler-block"><div class="spoiler-header">\n<p>${found('okapi')}</p>\n` +
          `</div><div class="spoiler-content" aria-hidden="true">\n<blockquote>\n<p>${found('okapi')}</p>\n</blockquote>\n</div></div>`,
        topic: 'talk',
      },
    ],
  ])('marks what a search found: %s', async (_what, message, operand, expected) => {
    const id = await sendToChannel(ada, channel, message);
    const narrow = [
      { operator: 'channel', operand: channel.id },
      { operator: 'search', operand },
    ];
    const [first] = (await fetchNewest(bob, narrow)).filter((one) => one.id === id);
    expect([first?.match_content, first?.match_subject]).toEqual([expected.content, expected.topic]);
    expect((await fetchOne(bob, id)).content).toBe(
      expected.content.replaceAll(/<span class="highlight">([^<]*)<\/span>/g, '$1'),
    );
    const { messages } = await bob.client.succeed('GET', '/messages/matches_narrow', {
      msg_ids: [id],
      narrow: [{ operator: 'search', operand }],
    });
    expect(messages[id]).toEqual({ match_content: expected.content, match_subject: expected.topic });
  });
});
