import { Parameters, RequestOptions, ResponseBody } from '@stoa/testing';
import { Channel } from './channels';
import { Person, unique } from './people';

/** Sends to a channel. @returns the message's id */
export async function sendToChannel(
  sender: Person,
  channel: Channel,
  { topic = 'talk', content = unique('hello'), ...parameters }: Parameters & { topic?: string; content?: string } = {},
  options: RequestOptions = {},
): Promise<number> {
  const message = { type: 'channel', to: channel.id, topic, content, ...parameters };
  return (await sender.client.succeed('POST', '/messages', message, options)).id;
}

/** Sends a direct message. @returns the message's id */
export async function sendDirect(
  sender: Person,
  recipients: readonly Person[],
  { content = unique('hello'), ...parameters }: Parameters & { content?: string } = {},
): Promise<number> {
  const to = recipients.map(({ userId }) => userId);
  return (await sender.client.succeed('POST', '/messages', { type: 'direct', to, content, ...parameters })).id;
}

/** The newest messages of a narrow, as `GET /messages` gives them. */
export async function fetchNewest(
  person: Person,
  narrow: readonly unknown[] = [],
  parameters: Parameters = {},
): Promise<ResponseBody[]> {
  const window = { anchor: 'newest', num_before: 1000, num_after: 0 };
  const { messages } = await person.client.succeed('GET', '/messages', { ...window, narrow, ...parameters });
  return messages;
}

/** One message as its reader's fetch shows it. */
export async function fetchOne(person: Person, id: number, parameters: Parameters = {}): Promise<ResponseBody> {
  return (await person.client.succeed('GET', `/messages/${id}`, parameters)).message;
}

/** The flags of messages as a fetch gives them, by id. */
export async function fetchFlags(person: Person, ids: readonly number[]): Promise<Map<number, string[]>> {
  const { messages } = await person.client.succeed('GET', '/messages', { message_ids: ids });
  return new Map(messages.map(({ id, flags }: { id: number; flags: string[] }) => [id, flags]));
}
