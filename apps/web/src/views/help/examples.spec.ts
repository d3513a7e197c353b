import { EXAMPLES, renderedExamples } from './examples';

describe('examples of formatting', () => {
  it('are rendered at once and taken apart again', () => {
    const html = EXAMPLES.map((_text, index) => `<p>${index}</p>`).join('\n<hr>\n');
    expect(renderedExamples(html)).toEqual(EXAMPLES.map((_text, index) => `<p>${index}</p>`));
  });

  it('show nothing wrong when the answer does not fit', () => {
    expect(renderedExamples('<p>one</p><hr><p>two</p>')).toEqual([]);
  });

  it('do not hold what separates them', () => {
    expect(EXAMPLES.filter((text) => /^---$/m.test(text))).toEqual([]);
  });
});
