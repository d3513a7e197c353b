import { isSealedColumn, openColumn, sealColumn } from './sealed-column';

describe('columns that are sealed', () => {
  it('open again, and say nothing to who has no secret', () => {
    const sealed = sealColumn('secret', 'stoa/bot-secret', 's3cret');
    expect(openColumn('secret', 'stoa/bot-secret', sealed)).toBe('s3cret');
    expect(isSealedColumn(sealed)).toBe(true);
    expect(sealed).not.toContain('s3cret');
    expect(sealColumn('secret', 'stoa/bot-secret', 's3cret')).not.toBe(sealed);
    expect(() => openColumn('another', 'stoa/bot-secret', sealed)).toThrow();
    expect(() => openColumn('secret', 'stoa/bot-service-token', sealed)).toThrow();
  });

  it('are read as they are where they were written before', () => {
    expect(isSealedColumn('s3cret')).toBe(false);
    expect(openColumn('secret', 'stoa/bot-secret', 's3cret')).toBe('s3cret');
    expect(openColumn('secret', 'stoa/bot-service-token', '')).toBe('');
  });
});
