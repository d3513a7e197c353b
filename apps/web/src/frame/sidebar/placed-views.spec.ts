import type { NavigationView } from '../../store/state';
import { fragmentOf, isPlaced, namedViews } from './placed-views';

const views = (...all: NavigationView[]) => ({ navigationViews: new Map(all.map((view) => [view.fragment, view])) });

describe('views of the sidebar', () => {
  const state = views(
    { fragment: 'inbox', is_pinned: false, name: null },
    { fragment: 'narrow/is/starred', is_pinned: true, name: null },
    { fragment: 'narrow/has/link', is_pinned: true, name: 'Links' },
    { fragment: 'narrow/sender/7', is_pinned: false, name: 'From Bo' },
  );

  it('stand there unless the user took them away', () => {
    expect(['inbox', 'narrow/is/starred', 'recent'].map((fragment) => isPlaced(state, fragment))).toEqual([
      ...[false, true, true],
    ]);
    expect(fragmentOf('#narrow/is/starred')).toBe('narrow/is/starred');
  });

  it('are also those that the user named, by their names', () => {
    expect(namedViews(state, ['inbox', 'narrow/is/starred'], 'en').map(({ name }) => name)).toEqual([
      'From Bo',
      'Links',
    ]);
    expect(namedViews(state, ['narrow/has/link'], 'en').map(({ name }) => name)).toEqual(['From Bo']);
  });
});
