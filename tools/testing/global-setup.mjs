import { Broker } from './broker.mjs';

/**
 * Runs once before the tests of a run that may need servers; they are started when a test asks. A run whose cluster ends is
 * broken off with one line: each further test would only say that it is gone.
 * @returns what stops them
 */
export default async function setUp({ vitest }) {
  const broker = new Broker((reason) => {
    process.stderr.write(`stoa: ${reason}\n`);
    process.exitCode = 1;
    void vitest.cancelCurrentRun('test-failure');
  });
  process.env.STOA_TEST_BROKER = await broker.start();
  return () => broker.stop();
}
