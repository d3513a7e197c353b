import { Broker } from './broker.mjs';

/**
 * Runs once before the tests of a run that may need servers. Nothing is started until a test asks, but for the clusters of
 * as many workers as STOA_TEST_CLUSTERS says.
 */
export default async function setUp() {
  if (globalThis.stoaTestBroker) return;
  const broker = new Broker();
  globalThis.stoaTestBroker = broker;
  process.env.STOA_TEST_BROKER = await broker.start();
  // One after the other: together they would all take as long as all of them, which is longer than a test's hook waits.
  const clusters = Number(process.env.STOA_TEST_CLUSTERS ?? 0);
  for (let worker = 1; worker <= clusters; worker++) await broker.cluster(String(worker));
}
