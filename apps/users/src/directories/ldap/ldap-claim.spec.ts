import { LdapClaim } from './ldap-claim';
import type { ClaimedDirectory } from './ldap-directories.repository';

describe('the claim of a directory', () => {
  const renewals: string[] = [];
  let isLost = false;
  const renewClaim = async ({ realmId, until }: ClaimedDirectory): Promise<ClaimedDirectory | undefined> => {
    renewals.push(until);
    return isLost ? undefined : { realmId, until: `${until}+` };
  };
  const claimOf = (stopping = new AbortController().signal) =>
    new LdapClaim({ renewClaim }, { realmId: 1, until: 'now' }, stopping);
  const changesOf = async (claim: LdapClaim, most: number): Promise<number> => {
    let made = 0;
    while (made < most && (await claim.allowsChange())) made += 1;
    return made;
  };
  beforeEach(() => {
    renewals.length = 0;
    isLost = false;
  });

  it('is renewed before the first change, and every hundred after it', async () => {
    const claim = claimOf();
    expect(await changesOf(claim, 201)).toBe(201);
    expect(renewals).toEqual(['now', 'now+', 'now++']);
    expect(claim.current).toEqual({ realmId: 1, until: 'now+++' });
  });

  it('allows no change when it is another’s', async () => {
    const claim = claimOf();
    expect(await changesOf(claim, 50)).toBe(50);
    isLost = true;
    expect(await changesOf(claim, 200)).toBe(50);
    expect(claim.current).toBeUndefined();
    expect([await claim.allowsChange(), renewals.length]).toEqual([false, 2]);
  });

  it('allows none when the process stops, which has it still', async () => {
    const claim = claimOf(AbortSignal.abort());
    expect(await claim.allowsChange()).toBe(false);
    expect([renewals, claim.current]).toEqual([[], { realmId: 1, until: 'now' }]);
  });
});
