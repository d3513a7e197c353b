import type { NavigationView, State } from '../../store/state';

/** Where a view of the sidebar is, as the service names it: its address without the sign before it. */
export function fragmentOf(href: string): string {
  return href.replace(/^#/, '');
}

/** Whether a view stands in the sidebar; those that the user has not placed do. */
export function isPlaced({ navigationViews }: Pick<State, 'navigationViews'>, fragment: string): boolean {
  return navigationViews.get(fragment)?.is_pinned ?? true;
}

/** Views that the user named: those that are not among the client's own, by their names. */
export function namedViews(
  { navigationViews }: Pick<State, 'navigationViews'>,
  own: readonly string[],
  language: string,
): readonly (NavigationView & { readonly name: string })[] {
  const { compare } = new Intl.Collator(language);
  return [...navigationViews.values()]
    .flatMap(({ name, ...view }) => (name === null || own.includes(view.fragment) ? [] : [{ ...view, name }]))
    .sort((a, b) => compare(a.name, b.name));
}
