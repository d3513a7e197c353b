import { FormulaTypesetter } from './math';
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
});
