import { Broker } from './broker.mjs';

/** Runs once before the tests of a run that may need servers; nothing is started until a test asks. */
export default async function setUp() {
  if (globalThis.stoaTestBroker) return;
  const broker = new Broker();
  globalThis.stoaTestBroker = broker;
  process.env.STOA_TEST_BROKER = await broker.start();
}
