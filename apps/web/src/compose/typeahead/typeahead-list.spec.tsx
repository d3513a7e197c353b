import { renderToString } from 'react-dom/server';
import { TypeaheadList } from './typeahead-list';

const suggestions = Array.from({ length: 50 }, (_, index) => ({
  key: String(index),
  text: `Person ${index}`,
  insert: `@**Person ${index}** `,
}));
const nothing = (): void => undefined;

function drawnLines(position: number): string[] {
  const html = renderToString(
    <TypeaheadList id="list" suggestions={suggestions} position={position} onPoint={nothing} onTake={nothing} />,
  );
  return html.match(/<li[^>]*>/g) ?? [];
}

describe('the list of suggestions', () => {
  it('draws as many lines as it has room for, and says how many there are', () => {
    const lines = drawnLines(0);
    expect(lines).toHaveLength(12);
    expect(lines[11]).toContain('aria-posinset="12"');
    expect(lines[11]).toContain('aria-setsize="50"');
    expect(lines[0]).toContain('aria-selected="true"');
  });

  it('draws all of them for who goes on by keys', () => {
    expect(drawnLines(11)).toHaveLength(12);
    expect(drawnLines(12)).toHaveLength(50);
    expect(drawnLines(49)[49]).toContain('aria-selected="true"');
  });
});
