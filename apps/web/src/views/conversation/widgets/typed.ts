import { Store, useSlice } from '../../../store/store';

/** What is being typed into widgets, by field: it outlives the row, which may leave the screen and come back. */
const typedTexts = new Store<ReadonlyMap<string, string>>(new Map());

function write(field: string, text: string): void {
  typedTexts.update((all) => {
    const next = new Map(all);
    if (text === '') next.delete(field);
    else next.set(field, text);
    return next;
  });
}

/**
 * The text of a field of a widget.
 * @returns it, and a function that replaces it
 */
export function useTyped(messageId: number, name: 'option' | 'task' | 'description') {
  const field = `${messageId} ${name}`;
  const text = useSlice(typedTexts, (all) => all.get(field) ?? '');
  return [text, (next: string): void => write(field, next)] as const;
}
