import { Metrics } from '@stoa/observability';
import { GatewayEnvironment } from '../../gateway-environment';
import { RegisterAdmission } from './register-admission';

const [NOISY, QUIET] = [1, 2];

describe('registrations', () => {
  it('are refused with a time to come back when too many are under way', async () => {
    const metrics = new Metrics({ service: 'gateway', replica: '1' });
    const limits = { STOA_HTTP_REGISTRATIONS: 2, STOA_HTTP_REQUESTS: 16, STOA_HTTP_REGISTRATION_WAIT_MS: 60_000 };
    const admission = new RegisterAdmission(Object.assign(new GatewayEnvironment(), limits), metrics);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const register = (tenant: number) => admission.run(() => held, { tenant });
    const outcomes = Promise.allSettled(Array.from({ length: 10 }, () => register(NOISY)));
    const other = register(QUIET);
    release();
    await other;
    const refused = (await outcomes).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    // Two are under way and four wait; of these one made room for the other organization's.
    expect(refused).toHaveLength(10 - 2 - 4 + 1);
    for (const error of refused) {
      expect(error).toMatchObject({ status: 429, data: { 'retry-after': expect.any(Number) } });
    }
    expect(await metrics.text(['stoa_admission_refused_total'])).toContain('gate="registrations"');
  });
});
