import { contentDiff } from './content-diff';
import { render } from './render';

const ins = (text: string): string => `<span class="highlight_text_inserted">${text}</span>`;
const del = (text: string): string => `<span class="highlight_text_deleted">${text}</span>`;
const rendered = (source: string): string => render(source, { realmUrl: 'https://chat.example.org' }).html;

describe('16 content_html_diff', () => {
  it.each([
    ['both empty', '', '', ''],
    ['same', '<p>a</p>', '<p>a</p>', '<p>a</p>'],
    ['replaced', '<p>the red fox</p>', '<p>the blue fox</p>', `<p>the ${ins('blue')} ${del('red')} fox</p>`],
    ['inserted', '<p>a c</p>', '<p>a b c</p>', `<p>a ${ins('b')} c</p>`],
    ['inserted at the end', '<p>a</p>', '<p>a b c</p>', `<p>a ${ins('b c')}</p>`],
    ['deleted', '<p>a b c</p>', '<p>a c</p>', `<p>a ${del('b')} c</p>`],
    ['deleted at the start', '<p>a b</p>', '<p>b</p>', `<p>${del('a')} b</p>`],
    ['deleted at the end', '<p>a b</p>', '<p>a</p>', `<p>a ${del('b')}</p>`],
    ['all new', '', '<p>a</p>', `<p>${ins('a')}</p>`],
    ['all gone', '<p>a b</p>', '', del('a b')],
    ['strong added is not marked', '<p>a b</p>', '<p>a <strong>b</strong></p>', '<p>a <strong>b</strong></p>'],
    ['list made is not marked', '<p>a</p>', '<ul>\n<li>a</li>\n</ul>', '<ul><li>a</li></ul>'],
    ['space between blocks collapses', '<p>a</p>\n<p>b</p>', '<p>a</p>\n<p>b</p>', '<p>a</p><p>b</p>'],
    ['marks hold no tags', '<p>a</p>', '<p>a <em>b</em> c</p>', `<p>a <em>${ins('b')}</em> ${ins('c')}</p>`],
    [
      'changed address',
      '<p><a href="https://a.example.net">x</a></p>',
      '<p><a href="https://b.example.net">x</a></p>',
      `<p><a href="https://b.example.net">x${ins(' Link: https://b.example.net ')} ${del(' Link: https://a.example.net ')}</a></p>`,
    ],
    [
      'lines of code stay',
      '<pre><span></span><code>a\n  b\n</code></pre>',
      '<pre><span></span><code>a\n  c\n</code></pre>',
      `<pre><span></span><code>a\n  ${ins('c')} ${del('b')}\n</code></pre>`,
    ],
    ['escaped text stays escaped', '<p>&lt;b&gt;</p>', '<p>&amp;</p>', `<p>${ins('&amp;')} ${del('&lt;b&gt;')}</p>`],
    [
      'emoji',
      '<p><img alt=":a:" src="/a"></p>',
      '<p><img alt=":b:" src="/b"></p>',
      `<p>${ins('<img alt=":b:" src="/b">')} ${del('<img alt=":a:" src="/a">')}</p>`,
    ],
  ])('%s', (_rule, before, after, expected) => {
    expect(contentDiff(before, after)).toBe(`<div>${expected}</div>`);
  });

  it('shows very many changes as one, so that its time is bounded', () => {
    const before = rendered('a\n\n'.repeat(3_300));
    const after = rendered('b a\n\n'.repeat(2_000));
    // Word by word this takes minutes.
    const html = contentDiff(before, after);
    expect(html.split('highlight_text_deleted')).toHaveLength(2);
    expect(html.replace(/<span class="highlight_text_deleted">.*?<\/span>/g, '').replace(/<[^>]*>|\s/g, '')).toBe(
      'ba'.repeat(2_000),
    );
  });

  it('keeps every word of the new text, in order', () => {
    const [before, after] = [rendered('one **two** three\n\n* four five'), rendered('one three *two*\n\n1. six five')];
    const kept = contentDiff(before, after).replace(/<span class="highlight_text_deleted">.*?<\/span>/g, '');
    expect(kept.replace(/<[^>]*>/g, ' ').match(/\w+/g)).toEqual(after.replace(/<[^>]*>/g, ' ').match(/\w+/g));
  });
});
