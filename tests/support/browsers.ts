import type { TestClient, TestResponse } from '@stoa/testing';
import type { Person } from './person';

/** `name=value` of the cookie that an answer sets, with its attributes apart. */
export function cookieOf({ headers }: TestResponse): { cookie: string; attributes: string } {
  const [cookie = '', ...attributes] = (headers.get('set-cookie') ?? '').split('; ');
  return { cookie, attributes: attributes.join('; ') };
}

/** A browser in which somebody has just signed in, without a password. */
export async function signIn({ client, email }: Pick<Person, 'client' | 'email'>): Promise<TestClient> {
  const answer = await client.browser().post('/dev_login', { username: email });
  if (answer.status !== 200) throw new Error(`nobody could sign in: ${JSON.stringify(answer.body)}`);
  return client.browser(cookieOf(answer).cookie);
}
