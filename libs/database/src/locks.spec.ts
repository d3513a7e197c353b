import { lockChannel, lockRealm, lockUser, orderLocks } from './locks';

describe('orderLocks', () => {
  it('puts the realm first, then channels ascending, then the user', () => {
    const ordered = orderLocks([
      lockUser(2),
      lockChannel(9, 'shared'),
      lockRealm(1, 'shared'),
      lockChannel(3, 'exclusive'),
    ]);
    expect(ordered).toEqual([
      lockRealm(1, 'shared'),
      lockChannel(3, 'exclusive'),
      lockChannel(9, 'shared'),
      lockUser(2),
    ]);
  });

  it('takes a lock once, exclusively if anybody wants it so', () => {
    expect(orderLocks([lockChannel(3, 'shared'), lockChannel(3, 'exclusive'), lockChannel(3, 'shared')])).toEqual([
      lockChannel(3, 'exclusive'),
    ]);
  });
});
