import { runHarness } from '../support/harness';

/** Design I1 to I5 (docs/operate/reliability.md): whatever dies, nothing acknowledged is lost, nothing comes twice, the order stays. */
describe('the harness', () => {
  it('finds nothing wrong with a cluster that it breaks in every way once', async () => {
    expect(await runHarness('chaos', ['--seed', '5', '--rate', '20'])).toContain('violations: 0');
  });
});
