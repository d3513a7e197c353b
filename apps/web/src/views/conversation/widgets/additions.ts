import { addSubmessage } from '@stoa/contracts/messages';
import { call } from '../../../api/client';
import { failureText } from '../../../client/act';
import type { Client } from '../../../client/client';
import { notify } from '../../../client/notices';
import { askToSignIn } from '../../../client/spectating';
import type { Message } from '../../../store/message';
import { isSpectator } from '../../../store/spectator';
import { Store } from '../../../store/store';
import type { Fields } from '../../../store/widgets/fields';

/** What the user added to a widget: it counts at once, until it comes back as a submessage or is refused. */
export interface OwnAddition {
  readonly content: string;
  /** The newest submessage when it was added: what comes back is newer. */
  readonly afterId: number;
}

/** By message. */
export const ownAdditions = new Store<ReadonlyMap<number, readonly OwnAddition[]>>(new Map());

/** Those that did not come back yet, each matched with one submessage at most. */
export function unanswered(
  submessages: Message['submessages'],
  additions: readonly OwnAddition[],
  userId: number,
): readonly OwnAddition[] {
  const own = submessages.filter(({ sender_id }) => sender_id === userId);
  return additions.filter(({ content, afterId }) => {
    const answer = own.findIndex((submessage) => submessage.id > afterId && submessage.content === content);
    if (answer >= 0) own.splice(answer, 1);
    return answer < 0;
  });
}

/** The submessages of a message with what the user has just added. */
export function withOwn(
  { submessages }: Pick<Message, 'submessages'>,
  additions: readonly OwnAddition[],
  userId: number,
) {
  const waiting = unanswered(submessages, additions, userId);
  if (waiting.length === 0) return submessages;
  return [...submessages, ...waiting.map(({ content }) => ({ sender_id: userId, msg_type: 'widget', content }))];
}

function change(messageId: number, next: (additions: readonly OwnAddition[]) => readonly OwnAddition[]): void {
  ownAdditions.update((all) => new Map(all).set(messageId, next(all.get(messageId) ?? [])));
}

/**
 * Adds to a widget. It is tried once, because to tick a task twice is to leave it open; people are told why it failed.
 * @returns whether the service took it
 */
export async function addToWidget({ store }: Client, message: Message, data: Fields): Promise<boolean> {
  if (isSpectator(store.get())) {
    askToSignIn();
    return false;
  }
  const { id, submessages } = message;
  const addition: OwnAddition = { content: JSON.stringify(data), afterId: submessages.at(-1)?.id ?? 0 };
  change(id, (additions) => [...unanswered(submessages, additions, store.get().userId), addition]);
  try {
    await call(addSubmessage, { message_id: id, msg_type: 'widget', content: addition.content });
    return true;
  } catch (error) {
    change(id, (additions) => additions.filter((other) => other !== addition));
    notify(failureText(error));
    return false;
  }
}
