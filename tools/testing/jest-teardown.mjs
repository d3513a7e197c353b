/** Stops what the tests of a run shared. */
export default async function tearDown() {
  const broker = globalThis.stoaTestBroker;
  globalThis.stoaTestBroker = undefined;
  await broker?.stop();
}
