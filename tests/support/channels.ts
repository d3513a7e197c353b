import { Parameters } from '@stoa/testing';
import { Person, unique } from './people';

export interface Channel {
  id: number;
  name: string;
}

/** Creates a channel with its creator and others in it; `settings` are those of `POST /users/me/subscriptions`. */
export async function createChannel(
  creator: Person,
  others: readonly Person[] = [],
  settings: Parameters = {},
  name = unique('channel'),
): Promise<Channel> {
  await creator.client.succeed('POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: [creator, ...others].map(({ userId }) => userId),
    ...settings,
  });
  return { id: await channelId(creator, name), name };
}

export async function channelId(person: Person, name: string): Promise<number> {
  const { streams } = await person.client.succeed('GET', '/streams', { include_all: true });
  const found = streams.find((stream: { name: string }) => stream.name === name);
  if (!found) throw new Error(`${person.fullName} sees no channel ${name}`);
  return found.stream_id;
}
