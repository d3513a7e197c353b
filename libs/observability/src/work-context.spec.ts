import { callerOfWork, causeOfWork, forAll, forCaller, inBackground } from './work-context';

describe('the context of work', () => {
  const caller = { realmId: 1, userId: 2 };

  it('names who asked, also after waiting', async () => {
    expect([causeOfWork(), callerOfWork()]).toEqual(['request', undefined]);
    await forCaller(caller, async () => {
      await Promise.resolve();
      expect([causeOfWork(), callerOfWork()]).toEqual(['request', caller]);
    });
    expect(callerOfWork()).toBeUndefined();
  });

  it('names nobody for what several wait for', () => {
    forCaller(caller, () => {
      expect(forAll(() => [causeOfWork(), callerOfWork()])).toEqual(['request', undefined]);
      expect(callerOfWork()).toBe(caller);
    });
  });

  it('stays in the background', () => {
    inBackground(() => {
      expect(forCaller(caller, () => [causeOfWork(), callerOfWork()])).toEqual(['background', undefined]);
      expect(forAll(causeOfWork)).toBe('background');
    });
    expect(forCaller(caller, () => inBackground(callerOfWork))).toBeUndefined();
  });
});
