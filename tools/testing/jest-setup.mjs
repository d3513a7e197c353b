import { Broker } from './broker.mjs';

/** Runs once before the tests of a run that may need servers; they are started when a test asks. */
export default async function setUp() {
  if (globalThis.stoaTestBroker) return;
  globalThis.stoaTestBroker = new Broker();
  process.env.STOA_TEST_BROKER = await globalThis.stoaTestBroker.start();
}
