import { Store } from '../../store/store';

/** Messages of muted people that were asked for one by one; hidden again when the page is left. */
export const revealed = new Store<ReadonlySet<number>>(new Set());

export function reveal(messageId: number): void {
  revealed.update((ids) => new Set([...ids, messageId]));
}
