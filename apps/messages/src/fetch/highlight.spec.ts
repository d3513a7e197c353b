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
