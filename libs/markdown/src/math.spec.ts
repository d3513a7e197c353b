import { processorMs } from '@stoa/testing';
import katex from 'katex';
import { FormulaTypesetter } from './math';
import { type Macros, countedMacros } from './math-macros';
import { render } from './render';

const inline = (tex: string): string => new FormulaTypesetter().inlineHtml(tex);
const html = (source: string): string => render(source, { realmUrl: 'https://chat.example.org' }).html;

describe('math', () => {
  it('typesets inline formulas with their source beside them', () => {
    expect(html('so $$a<b$$ holds')).toMatch(
      /^<p>so <span class="katex"><span class="katex-mathml"><math xmlns="http:\/\/www\.w3\.org\/1998\/Math\/MathML"><semantics>.*<annotation encoding="application\/x-tex">a&lt;b<\/annotation><\/semantics><\/math><\/span><span class="katex-html" aria-hidden="true">.*<\/span><\/span> holds<\/p>$/,
    );
  });

  it('names its boxes as the style sheets of clients do', () => {
    expect(html('$$a^2$$')).toMatch(
      /aria-hidden="true"><span class="base"><span class="strut" style="height:[\d.]+em;">/,
    );
  });

  it('typesets each part of a block on a line of its own', () => {
    const shown = html('```math\nx^2\n\ny\n```');
    expect(shown).toMatch(
      /^<p><span class="katex-display"><span class="katex">.*\n\n<span class="katex-display">.*<\/p>$/s,
    );
    expect(shown).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">');
  });

  it.each([
    ['a$$b$$', 'a$$b$$'],
    ['$$b$$c', '$$b$$c'],
    ['$$$b$$', '$$$b$$'],
    ['$$_b$$', '$$_b$$'],
    ['$$a\nb$$', '$$a<br>\nb$$'],
    ['$$a$b$$', '$$a$b$$'],
    ['$$$$', '$$$$'],
  ])('leaves %j text', (source, shown) => {
    expect(html(source)).toBe(`<p>${shown}</p>`);
  });

  it('lets a formula hold an escaped dollar, and no other markup', () => {
    expect(html('$$5\\$ *a* :rocket:$$')).toContain(
      '<annotation encoding="application/x-tex">5\\$ *a* :rocket:</annotation>',
    );
  });

  it.each(['\\frac{', '\\nosuch', '}', '\\href{javascript:x}', '{'.repeat(1_900), '\\sqrt{'.repeat(300)])(
    'shows %.20s as source',
    (tex) => {
      expect(inline(tex)).toBe(`<span class="tex-error">$$${tex}$$</span>`);
    },
  );

  it('never links, loads or names anything from a formula', () => {
    for (const tex of [
      '\\href{https://x.example.net}{a}',
      '\\includegraphics{a.png}',
      '\\htmlStyle{color:red}{a}',
      '\\url{a}',
    ]) {
      expect(inline(tex)).not.toMatch(/<a |<img|href=|src=|htmlStyle="/);
    }
  });

  it('shows what goes beyond the budget of a text as source', () => {
    const shown = html('$$x$$ '.repeat(1_000));
    expect(shown.split('class="katex"').length - 1).toBeGreaterThan(100);
    expect(shown).toContain('<span class="tex-error">$$x$$</span>');
    expect(shown.length).toBeLessThan(1_000_000);
  });

  it('ends expansions without end', () => {
    expect(inline('\\def\\a{\\a\\a}\\a')).toContain('tex-error');
  });

  it.each([
    '\\def\\a{x}\\a\\a',
    '\\def\\f#1{#1#1}\\f{y}\\f z',
    '\\newcommand{\\pair}[2]{(#2,#1)}\\pair{a}{b}\\pair12',
    '\\newcommand\\g{q}\\renewcommand{\\g}{r}\\g',
    '\\def\\f#1.#2;{(#2,#1)}\\f a.b;',
    '{\\def\\x{1}\\x}\\def\\x{2}\\x',
    '\\edef\\a{x}\\edef\\b{\\a\\a}\\b',
    '\\def\\m#1{\\def\\n##1{#1##1}\\n b}\\m a',
    '\\let\\s=\\sum\\s_1^2',
    'x=1\\tag{A}',
    '\\begin{align}a&=b\\\\c&=d\\tag{1}\\end{align}',
    '\\def\\f{\\nosuch}\\f',
    '\\def\\f#1{a#2}\\f b',
    '\\def\\f#1{a#}\\f b',
  ])('counts macros without changing them: %s', (tex) => {
    const typeset = (macros: Macros): string => {
      try {
        return katex.renderToString(tex, { displayMode: true, strict: 'ignore', macros });
      } catch {
        return 'error';
      }
    };
    expect(typeset(countedMacros(() => undefined))).toBe(typeset({}));
  });
});

describe('what one formula may cost', () => {
  const fill = (unit: string, length = 1_900): string => unit.repeat(Math.floor(length / unit.length));
  const nest = (open: string, close: string, length = 1_900): string => {
    const levels = Math.floor(length / (open.length + close.length));
    return `${open.repeat(levels)}x${close.repeat(levels)}`;
  };
  /** Of processor time; the API asks for half a second of any time (markdown.md 4.6). */
  const LIMIT_MS = 500;
  /** The first time, KaTeX is not compiled yet. */
  const ROUNDS = 3;

  // Without counting what macros put in place of names, the first of these takes 20 s.
  const MULTIPLYING: readonly (readonly [string, string])[] = [
    ['a macro in itself', `\\def\\f#1{${'#1'.repeat(9)}}\\f{\\f{\\f{${fill('x^2')}}}}`],
    [
      'macros of macros',
      `\\def\\f#1{${'#1'.repeat(40)}}\\def\\g#1{${'\\f{#1}'.repeat(40)}}\\g{${fill('\\frac{1}{x}', 600)}}`,
    ],
    ['a doubling macro', `\\def\\f#1{#1#1}${'\\f{'.repeat(7)}${fill('x^2', 1_500)}${'}'.repeat(7)}`],
    ['one expansion', `\\def\\f#1{${'#1'.repeat(60)}}\\f{${fill('x', 800)}}`],
    ['a long body', `\\def\\a{${fill('x^2', 900)}}${fill('\\a', 600)}`],
    ['definitions that are expanded at once', `\\edef\\a{xx}${'\\edef\\a{\\a\\a}'.repeat(30)}\\a`],
    ['commands', `\\newcommand{\\f}[1]{${'#1'.repeat(50)}}\\f{\\f{\\f{x}}}`],
    ['an end of an argument', `\\def\\f#1;{${'#1'.repeat(50)}}\\f ${fill('x', 1_500)};`],
    ['expansion without end', '\\def\\a{\\a\\a}\\a'],
    ['expansion without growth', '\\def\\a{\\a}\\a'],
  ];

  it.each(MULTIPLYING)('is bounded, and the source is shown: %s', (_name, tex) => {
    let shown = '';
    expect(processorMs(() => (shown = inline(tex)), ROUNDS, LIMIT_MS)).toBeLessThan(LIMIT_MS);
    expect(shown).toContain('tex-error');
  });

  it.each([
    ['powers', fill('x^2+')],
    ['fractions', nest('\\frac{1}{', '}')],
    ['roots', nest('\\sqrt{', '}', 600)],
    ['brackets', nest('\\left(', '\\right)', 1_400)],
    ['indices', nest('x^{', '}')],
    ['columns', `\\begin{matrix}${fill('a&')}\\end{matrix}`],
    ['rows', `\\begin{matrix}${fill('a\\\\')}\\end{matrix}`],
    ['matrices in matrices', nest('\\begin{matrix}', '\\end{matrix}', 1_400)],
    ['choices of style', `${'\\mathchoice{'.repeat(7)}x${'}{x}{x}{x}'.repeat(7)}`],
    ['text that has no measures', `\\text{${fill('日')}}`],
  ])('is bounded: %s', (_name, tex) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(processorMs(() => inline(tex), ROUNDS, LIMIT_MS)).toBeLessThan(LIMIT_MS);
    vi.restoreAllMocks();
  });

  it('is taken from what the other formulas of the text may cost', () => {
    const shown = html(`$$\\def\\f#1{${'#1'.repeat(9)}}\\f{${fill('x', 300)}}$$ ${'$$y$$ '.repeat(50)}`);
    expect(shown.split('class="katex"').length - 1).toBeLessThan(10);
    expect(html('$$y$$ '.repeat(50)).split('class="katex"').length - 1).toBe(50);
  });
});
