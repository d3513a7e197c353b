import { get } from 'node:http';

/** What a route of the run's broker answers (tools/testing/broker.mjs). */
interface BrokerRoutes {
  '/servers': { templateUrl: string; folder: string; redisProgram: string; natsProgram: string };
  /** The path of cluster.json. */
  '/cluster': string;
  /** A data directory to copy. */
  '/template': string;
  '/build': null;
  /** The path of the browser's program. */
  '/chromium': string;
  /** The path of the directory server's program. */
  '/slapd': string;
}

type BrokerAnswer<T> = { value: T } | { error: string };

/**
 * Asks the broker of this test run, which starts what is asked for on first demand.
 * @throws Error with the reason why it could not be started
 */
export async function askBroker<R extends keyof BrokerRoutes>(route: R): Promise<BrokerRoutes[R]> {
  const address = process.env.STOA_TEST_BROKER;
  if (!address) throw new Error('servers are for .int-spec.ts and .e2e-spec.ts files only');
  const text = await new Promise<string>((resolve, reject) => {
    get(address + route, { agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve(body));
    }).on('error', reject);
  });
  const answer: BrokerAnswer<BrokerRoutes[R]> = JSON.parse(text);
  if ('error' in answer) throw new Error(answer.error);
  return answer.value;
}
