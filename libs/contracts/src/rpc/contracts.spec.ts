import * as contracts from '../index';

/**
 * Two releases run side by side during a rollout, so within a version a call may only change compatibly: when this
 * snapshot changes, either the change is compatible (an optional field), or the subject needs a new version.
 */
describe('the calls between services', () => {
  it('are what the last release declared', () => {
    const declared = contracts.declaredContracts().map(({ subject, request, response, timeoutMs, idempotent }) => ({
      subject,
      timeoutMs,
      idempotent,
      request,
      response,
    }));
    expect(declared).toMatchSnapshot();
  });
});
