import type { Recipient } from '../../outbox/outbox';
import { Store } from '../../store/store';
import { targetKey } from '../target';

export interface Written {
  readonly recipient: Recipient;
  readonly text: string;
}

/** Texts that the service is being asked to send later: until it has answered, nobody sends them as well. */
export const textsOnWay = new Store<ReadonlySet<string>>(new Set());

const keyOf = ({ recipient, text }: Written): string => `${targetKey(recipient)} ${text}`;

export function isOnWay(written: Written): boolean {
  return textsOnWay.get().has(keyOf(written));
}

/** Notes a text as being on its way for as long as some work takes. */
export async function whileOnWay<T>(written: Written, work: () => Promise<T>): Promise<T> {
  const key = keyOf(written);
  textsOnWay.update((keys) => new Set([...keys, key]));
  try {
    return await work();
  } finally {
    textsOnWay.update((keys) => new Set([...keys].filter((other) => other !== key)));
  }
}
