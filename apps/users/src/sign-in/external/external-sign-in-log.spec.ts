import { DomainError } from '@stoa/errors';
import { type Logger, Metrics } from '@stoa/observability';
import { SIGN_IN_KINDS } from '@stoa/policy';
import { SignInFailure } from '../protocols/sign-in-failure';
import { ExternalSignInLog } from './external-sign-in-log';

const CALL = { requestId: 'call', deadlineAt: Number.MAX_SAFE_INTEGER };

describe('the log of sign-ins with providers', () => {
  const lines: unknown[] = [];
  const note = (facts: unknown) => void lines.push(facts);
  let metrics: Metrics;
  let log: ExternalSignInLog;
  beforeEach(() => {
    metrics = new Metrics({ service: 'users', replica: '1' });
    log = new ExternalSignInLog(metrics, { info: note, warn: note } as unknown as Logger);
  });
  const facts = { realmId: 1, kind: 'saml', provider: 'saml:corp' };
  const countOf = async (kind: string, outcome: string) => {
    const text = await metrics.text(['stoa_external_sign_ins_total']);
    return new RegExp(`kind="${kind}",outcome="${outcome}"[^}]*\\} (\\d+)`).exec(text)?.[1];
  };

  it('counts what alerts watch from zero', async () => {
    for (const kind of SIGN_IN_KINDS) {
      for (const outcome of ['session', 'provider-failed', 'failed']) expect(await countOf(kind, outcome)).toBe('0');
    }
  });

  it('tells failures of providers from faults of the service and from refusals', async () => {
    const failure = new SignInFailure('provider-failed', 'Invalid signature');
    expect(log.caught(CALL, facts, failure)).toEqual({ result: 'refused', reason: 'provider-failed' });
    expect(lines.at(-1)).toMatchObject({ ...facts, reason: 'provider-failed', detail: 'Invalid signature' });
    const fault = new Error('fault');
    expect(() => log.caught(CALL, facts, fault)).toThrow(fault);
    expect(() => log.caught(CALL, facts, new DomainError('BAD_REQUEST', 'no', { status: 400 }))).toThrow('no');
    expect([await countOf('saml', 'provider-failed'), await countOf('saml', 'failed')]).toEqual(['1', '1']);
  });
});
