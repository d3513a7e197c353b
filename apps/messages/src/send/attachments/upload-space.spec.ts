import { isOverQuota, refusalOfUpload } from './upload-space';

describe('the space of uploads', () => {
  const limits = { mostUploads: 3, mostBytes: 1000 };
  const empty = { used: 0, quota: 500, reserved: 0, ownUploads: 0, ownReserved: 0 };

  it.each([
    ['fits', empty, 500, null],
    ['is larger than the quota', empty, 501, 'quota'],
    ['is larger than what complete files leave', { ...empty, used: 100 }, 401, 'quota'],
    ["is larger than what the organization's unfinished files leave", { ...empty, reserved: 100 }, 401, 'quota'],
    ['fits beside both', { ...empty, used: 100, reserved: 100 }, 300, null],
    ['has no quota', { ...empty, quota: null, used: 1e12, reserved: 1e12 }, 1000, null],
    ['is one more than a user may have', { ...empty, ownUploads: 3 }, 1, 'uploads'],
    ['is the last that a user may have', { ...empty, ownUploads: 2 }, 1, null],
    ["is larger than what the user's others leave", { ...empty, quota: null, ownReserved: 900 }, 101, 'bytes'],
    ['fits beside the others of the user', { ...empty, quota: null, ownReserved: 900 }, 100, null],
  ] as const)('a file that %s', (_name, space, size, refusal) => {
    expect(refusalOfUpload(space, { ...limits, size })).toBe(refusal);
  });

  it('counts unfinished files against the quota of complete ones', () => {
    expect(isOverQuota({ used: 300, reserved: 200, quota: 500 })).toBe(false);
    expect(isOverQuota({ used: 300, reserved: 201, quota: 500 })).toBe(true);
    expect(isOverQuota({ used: 300, reserved: 201, quota: null })).toBe(false);
  });
});
