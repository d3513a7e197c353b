import { pageFacts } from './page-facts';

const BASE = new URL('https://news.example.net/a/b.html');
const facts = (html: string) => pageFacts(html, BASE);

describe('what a page says about itself', () => {
  it('takes the Open Graph first', () => {
    const html = `<!doctype html><html><head><title>Other</title><meta name="description" content="Other">
      <meta property="og:title" content="Fish &amp; chips"><meta property="og:description" content=" two
      lines "><meta property="og:image" content="/i.png"></head><body><h1>Other</h1><p>Other</p><img src="x.png"></body>`;
    expect(facts(html)).toEqual({
      title: 'Fish & chips',
      description: 'two lines',
      imageUrl: 'https://news.example.net/i.png',
      oembedUrl: null,
    });
  });

  it.each([
    ['<title>T</title><h1>H</h1>', { title: 'T' }],
    ['<h1>The <b>big</b> one</h1><h1>second</h1>', { title: 'The big one' }],
    ['<meta NAME=Description content=D><p>P</p>', { description: 'D' }],
    ['<p></p><p>first <i>text</i></p><p>second</p>', { description: 'first text' }],
    [
      '<img src=logo.png><h1>H</h1><img src="main.png"><img src="c.png">',
      { imageUrl: 'https://news.example.net/a/main.png' },
    ],
    ['<h1>H</h1>', { imageUrl: null }],
    ['<script>"<title>no</title>"</script><svg><title>icon</title></svg><title>T</title>', { title: 'T' }],
    ['<meta property="og:image" content="javascript:alert(1)"><h1>H</h1><img src="data:x">', { imageUrl: null }],
    ['<meta property="og:image" content="http://user:p@x.net/i.png">', { imageUrl: null }],
    ['<meta property="og:image" content="//cdn.example.net/i.png">', { imageUrl: 'https://cdn.example.net/i.png' }],
    ['<meta property="og:title" content="a&#0;b\u0007c">', { title: 'a\ufffdb c' }],
    [`<title>${'é'.repeat(400)}</title>`, { title: `${'é'.repeat(299)}…` }],
    ['', { title: '', description: '', imageUrl: null, oembedUrl: null }],
    ['<title>cut off', { title: 'cut off' }],
    [
      '<link rel="alternate" type="application/json+oembed" href="/oembed?url=x&amp;format=json">',
      { oembedUrl: 'https://news.example.net/oembed?url=x&format=json' },
    ],
    ['<link rel="alternate" type="application/rss+xml" href="/rss">', { oembedUrl: null }],
  ])('of %j', (html, expected) => {
    expect(facts(html)).toMatchObject(expected);
  });

  it('takes time in proportion to the page, however it is nested', () => {
    const deep = '<div><p><svg>'.repeat(40_000);
    const from = process.hrtime.bigint();
    expect(facts(deep)).toMatchObject({ title: '' });
    expect(Number(process.hrtime.bigint() - from) / 1e6).toBeLessThan(20_000);
  });
});
