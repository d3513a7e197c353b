import { runHarness } from '../support/harness';

/** Every way of attack that is known, each kind of it once (docs/operate/security.md). */
describe('hostile callers', () => {
  it('get nowhere, and people of another organization are refused nothing meanwhile', async () => {
    expect(await runHarness('hostile', [])).toContain('violations: 0');
  });
});
