import type { TestClient, TestCluster, TestResponse } from '@stoa/testing';
import { mailTo } from './mail';

/** The last part of the link in a mail that leads to an account. */
export function signUpKeyIn(text: string): string {
  return /\/accounts\/do_confirm\/(\w+)/.exec(text)?.[1] ?? 'no key';
}

/** The same of the newest mail to an address. */
export async function signUpKeyFor(cluster: TestCluster, email: string): Promise<string> {
  return signUpKeyIn((await mailTo(cluster, email)).text);
}

/** What the pages of whoever has no account yet ask of the service, at the organization of a client. */
export function signUpPages(client: TestClient) {
  const page = client.browser();
  return {
    open: (key: string): Promise<TestResponse> => page.post('/sign_up/open', { key }),
    openLink: (key: string): Promise<TestResponse> => page.post('/sign_up/open', { key, is_reusable: true }),
    request: (email: string, linkKey?: string): Promise<TestResponse> =>
      page.post('/sign_up/request', { email, ...(linkKey === undefined ? {} : { link_key: linkKey }) }),
    signUp: (key: string, fullName: string, password: string): Promise<TestResponse> =>
      page.post('/sign_up', { key, full_name: fullName, password }),
  };
}
