import { render } from '@stoa/markdown';
import { highlightedHtml } from './highlight';

/** Brackets stand for the marks. */
const highlighted = (text: string): string => highlightedHtml(text.replaceAll('[', '\u0002').replaceAll(']', '\u0003'));

it.each([
  ['<p>no match</p>', '<p>no match</p>'],
  [
    '<p>[Plans] for the [rollback]</p>',
    '<p><span class="highlight">Plans</span> for the <span class="highlight">rollback</span></p>',
  ],
  ['<a title="[plan]">a [plan]</a>', '<a title="plan">a <span class="highlight">plan</span></a>'],
  ['a &lt; [b]', 'a &lt; <span class="highlight">b</span>'],
])('%s', (marked, html) => {
  expect(highlighted(marked)).toBe(html);
});

describe('formulas in what was found', () => {
  const marked = (html: string, word: string): string => html.replaceAll(word, `\u0002${word}\u0003`);
  const unmarked = (html: string): string => html.replace(/<span class="highlight">([^<]*)<\/span>/g, '$1');
  const context = { realmUrl: 'https://chat.example.org' };

  it('stay whole, whatever of them matches', () => {
    const { html } = render('frac $$\\frac{frac}{x}$$ frac\n\n```math\n\\text{frac}\n```\nfrac', context);
    const found = highlightedHtml(marked(html, 'frac'));
    expect(unmarked(found)).toBe(html);
    expect(found.split('<span class="highlight">')).toHaveLength(4);
    const formula = /<span class="katex">.*?<\/math>/s.exec(found)?.[0];
    expect(formula).toContain('\\frac{frac}{x}');
  });

  it('do not hide what follows', () => {
    const { html } = render('$$a$$ and $$b$$ word', context);
    expect(highlightedHtml(marked(html, 'word'))).toBe(html.replace('word', '<span class="highlight">word</span>'));
  });
});
