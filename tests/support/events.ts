import { ResponseBody } from '@stoa/testing';
import { ClientEvent, TestQueue } from './test-queue';
import { Person } from './people';
import { sendDirect } from './messages';

/** `type` or `type/op`, and the property of updates: how tests name sequences. */
export function kindOf(event: ClientEvent): string {
  return [event.type, event.op, event.property].filter((part) => part !== undefined).join('/');
}

/** Everything that reached queues by the time a message of `marker` to all of their owners did; that message apart. */
export async function settled(
  marker: Person,
  queues: readonly { queue: TestQueue; person: Person }[],
): Promise<ClientEvent[][]> {
  const people = new Map(queues.map(({ person }) => [person.userId, person]));
  const messages = new Map<number, number>();
  for (const [userId, person] of people) messages.set(userId, await sendDirect(marker, [person]));
  return Promise.all(
    queues.map(async ({ queue, person }) => {
      const events = await queue.untilMessage(messages.get(person.userId) ?? 0);
      return events.slice(0, -1);
    }),
  );
}

export function aboutChannel(channelId: number): (event: ClientEvent) => boolean {
  return (event: ResponseBody) =>
    event.stream_id === channelId ||
    (event.stream_ids ?? []).includes(channelId) ||
    (event.streams ?? []).some((stream: ResponseBody) => stream.stream_id === channelId) ||
    (event.subscriptions ?? []).some((stream: ResponseBody) => stream.stream_id === channelId) ||
    event.message?.stream_id === channelId;
}
