import { html, itFollows } from './rule-html';

const p = (text: string): string => `<p>${text}</p>`;
const channel = '<a class="stream" data-stream-id="5" href="/#narrow/channel/5-ops">#ops</a>';
const topic = (path: string, label: string): string =>
  `<a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-ops/topic/${path}">#ops &gt; ${label}</a>`;

describe('8 channel, topic and message links', () => {
  itFollows([
    ['channel', '#**ops**', p(channel)],
    [
      'slug',
      '#**dev tools**',
      p('<a class="stream" data-stream-id="6" href="/#narrow/channel/6-dev-tools">#dev tools</a>'),
    ],
    ['topic with messages', '#**ops>big deploy**', p(topic('big.20deploy/with/914', 'big deploy'))],
    ['topic ignoring case', '#**ops>Big Deploy**', p(topic('Big.20Deploy/with/914', 'Big Deploy'))],
    ['topic without messages', '#**ops>new**', p(topic('new', 'new'))],
    ['empty topic', '#**ops>**', p(topic('/with/914', '<em>general chat</em>'))],
    [
      'message',
      '#**ops>big deploy@905**',
      p(
        '<a class="message-link" href="/#narrow/channel/5-ops/topic/big.20deploy/near/905">#ops &gt; big deploy @ 💬</a>',
      ),
    ],
    [
      'message of the empty topic',
      '#**ops>@905**',
      p(
        '<a class="message-link" href="/#narrow/channel/5-ops/topic//near/905">#ops &gt; <em>general chat</em> @ 💬</a>',
      ),
    ],
    ['message id of digits only', '#**ops>a@b**', p(topic('a.40b', 'a@b'))],
    ['name exactly', '#**Ops**', p('#<strong>Ops</strong>')],
    [
      'unknown',
      '#**x** #**x>y** #**x>y@1**',
      p('#<strong>x</strong> #<strong>x&gt;y</strong> #<strong>x&gt;y@1</strong>'),
    ],
    ...[' ', "'", '"', '(', '{', '/'].map(
      (before) => [`behind ${before}`, `x${before}#**ops**`, p(`x${before}${channel}`)] as const,
    ),
    ['behind <', '<#**ops**', p(`&lt;${channel}`)],
    ...['[', 'a', '*', '.', '#'].map(
      (before) => [`not behind ${before}`, `${before}#**ops**`, p(`${before}#<strong>ops</strong>`)] as const,
    ),
    ['hash encoding', '#**ops>a/b(c).d%é_-~e**', p(topic('a.2Fb.28c.29.2Ed.25.C3.A9_-~e', 'a/b(c).d%é_-~e'))],
    [
      'slug encoding',
      '#**a.b (c)**',
      p('<a class="stream" data-stream-id="7" href="/#narrow/channel/7-a.2Eb-.28c.29">#a.b (c)</a>'),
    ],
    ['escaped label', '#**ops>a<b&c**', p(topic('a.3Cb.26c', 'a&lt;b&amp;c'))],
    [
      'links that the service writes',
      '[#a&#96;b > c&#36;&#36;](#narrow/channel/5-ops/topic/x)',
      p('<a href="#narrow/channel/5-ops/topic/x">#a&#96;b &gt; c&#36;&#36;</a>'),
    ],
    [
      'a permalink is an autolink',
      'https://chat.example.org/#narrow/channel/5-ops/topic/x/near/905',
      p(
        '<a href="#narrow/channel/5-ops/topic/x/near/905">https://chat.example.org/#narrow/channel/5-ops/topic/x/near/905</a>',
      ),
    ],
  ]);

  it('the empty topic has the name of the organization', () => {
    expect(html('#**ops>**', { emptyTopicName: 'a <b>' })).toContain('<em>a &lt;b&gt;</em>');
  });
});
