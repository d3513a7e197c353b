import { DomainError, UnavailableError } from '@stoa/errors';
import { Metrics } from '@stoa/observability';
import { SignInMetrics } from './sign-in-metrics';

describe('metrics of sign-ins', () => {
  it('count how each ended, and pass on what it gave', async () => {
    const metrics = new Metrics({ service: 'users', replica: '1' });
    const signIns = new SignInMetrics(metrics);
    const refused = new DomainError('AUTHENTICATION_FAILED', 'no', { status: 401 });
    const continued = new DomainError('SECOND_FACTOR_REQUIRED', 'more', { status: 401 });
    expect(await signIns.counted('password', async () => 7)).toBe(7);
    for (const error of [refused, continued, new UnavailableError('away'), new Error('fault')]) {
      await expect(signIns.counted('password', () => Promise.reject(error))).rejects.toBe(error);
    }
    const text = await metrics.text(['stoa_sign_ins_total']);
    const countsOf = (method: string) => {
      const line = new RegExp(`method="${method}",outcome="(\\w+)"[^}]*\\} (\\d+)`, 'g');
      return Object.fromEntries([...text.matchAll(line)].map(([, outcome, count]) => [outcome, Number(count)]));
    };
    expect(countsOf('password')).toEqual({ success: 1, refused: 1, continued: 1, failed: 2 });
    expect(countsOf('passkey')).toEqual({ success: 0, refused: 0, failed: 0 });
  });
});
