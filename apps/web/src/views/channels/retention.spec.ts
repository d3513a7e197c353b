import { retentionOf, retentionValue } from './retention';

describe('how long a channel keeps its messages', () => {
  it('is read off its days', () => {
    expect([null, -1, 30].map(retentionOf)).toEqual(['realm_default', 'unlimited', 'days']);
  });

  it('is sent as the service reads it, as far as it is a number of days', () => {
    expect([retentionValue('realm_default', ''), retentionValue('unlimited', '7')]).toEqual([
      ...['realm_default', 'unlimited'],
    ]);
    expect([' 30 ', '0', '', '1.5', '-3', '9999999'].map((typed) => retentionValue('days', typed))).toEqual([
      ...['30', undefined, undefined, undefined, undefined, undefined],
    ]);
  });
});
