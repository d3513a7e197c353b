/** What can be written, each as it is typed: the service shows what becomes of it. */
export const EXAMPLES: readonly string[] = [
  '**bold**, *italic*, ~~struck~~',
  '[a link](https://example.com)',
  '* a list\n* of points\n  * and below',
  '1. a list\n2. of numbers',
  '> a quote',
  '`code` in a line',
  '```python\nprint("a block of code")\n```',
  '```quote\nA longer quote,\nof several lines\n```',
  '```spoiler What it is about\nWhat stays hidden\n```',
  '$$ e^{i\\pi} + 1 = 0 $$',
  '```math\n\\int_0^1 x^2\\,dx = \\frac{1}{3}\n```',
  ':tada: :+1:',
  '| fruit | price |\n| --- | ---: |\n| pears | 3 |',
  '# A heading',
  '<time:2030-05-28T13:30:00+02:00>',
  '/me waves',
];

/** Stands between the examples, so that one request renders all of them. */
const SEPARATOR = '\n\n---\n\n';

export const ALL_EXAMPLES = EXAMPLES.join(SEPARATOR);

/** What became of each, in their order; empty where the answer does not fit. */
export function renderedExamples(html: string): readonly string[] {
  const parts = html.split(/<hr ?\/?>/).map((part) => part.trim());
  return parts.length === EXAMPLES.length ? parts : [];
}
