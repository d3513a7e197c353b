import { bounceOf, bounceOfRefusal, suspensionReason } from './bounces';

const delivery = (action: string, status: string) => ({ kind: 'delivery', action, status, detail: 'no' }) as const;
const complaint = (feedbackType: string) => ({ kind: 'complaint', feedbackType, detail: '' }) as const;

describe('mails that come back', () => {
  it.each([
    [delivery('failed', '5.1.1'), 'hard'],
    [delivery('failed', '5.1.10'), 'hard'],
    [delivery('failed', '5.2.1'), 'hard'],
    [delivery('failed', '5.2.2'), 'soft'],
    [delivery('failed', '5.0.0'), 'hard'],
    [delivery('failed', '5.3.0'), 'soft'],
    [delivery('failed', '5.4.4'), 'soft'],
    [delivery('failed', '5.5.0'), 'soft'],
    [delivery('failed', '5.10.1'), 'soft'],
    [delivery('failed', '5.1.8'), undefined],
    [delivery('failed', '5.3.4'), undefined],
    [delivery('failed', '5.6.1'), undefined],
    [delivery('failed', '5.7.1'), undefined],
    [delivery('failed', '4.7.1'), undefined],
    [delivery('failed', '4.4.7'), 'soft'],
    [delivery('delayed', '4.4.7'), undefined],
    [delivery('delivered', '2.0.0'), undefined],
    [delivery('failed', 'whatever'), undefined],
    [complaint('abuse'), 'complaint'],
    [complaint('fraud'), 'complaint'],
    [complaint('not-spam'), undefined],
    [complaint('auth-failure'), undefined],
  ])('%j is %s', (report, kind) => {
    expect(bounceOf(report)?.kind).toBe(kind);
  });

  it.each([
    [{ isOfRecipient: true, code: '5.1.1' }, 'hard'],
    [{ isOfRecipient: true, code: '' }, undefined],
    [{ isOfRecipient: true, code: '5.0.0' }, undefined],
    [{ isOfRecipient: true, code: '5.1.7' }, undefined],
    [{ isOfRecipient: true, code: '5.2.2' }, 'soft'],
    [{ isOfRecipient: true, code: '5.2.3' }, undefined],
    [{ isOfRecipient: true, code: '5.3.0' }, undefined],
    [{ isOfRecipient: true, code: '5.10.1' }, undefined],
    [{ isOfRecipient: true, code: '5.7.1' }, undefined],
    [{ isOfRecipient: false, code: '5.7.1' }, undefined],
  ])('a refusal %j is %s', (refusal, kind) => {
    expect(bounceOfRefusal(refusal, '550 no')?.kind).toBe(kind);
  });

  it.each([
    [{ hard: 1, soft: 4, complaint: 0 }, null],
    [{ hard: 2, soft: 0, complaint: 0 }, 'hard'],
    [{ hard: 0, soft: 5, complaint: 0 }, 'soft'],
    [{ hard: 0, soft: 0, complaint: 1 }, 'complaint'],
    [{ hard: 2, soft: 5, complaint: 1 }, 'complaint'],
  ])('%j suspend for %s', (counts, reason) => {
    expect(suspensionReason(counts)).toBe(reason);
  });
});
