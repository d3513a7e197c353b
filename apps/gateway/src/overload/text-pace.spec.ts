import { GatewayEnvironment } from '../gateway-environment';
import { TextPace } from './text-pace';

const OWNER = { realmId: 1, userId: 7 };

function paceOf(perSecond: number): TextPace {
  const limits = { STOA_HTTP_TEXT_CHARACTERS_PER_SECOND: perSecond, STOA_HTTP_WAIT_MS: 1_000 };
  return new TextPace(Object.assign(new GatewayEnvironment(), limits));
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now();
  await work();
  return performance.now() - beganAt;
}

describe('TextPace', () => {
  it('lets short texts through, however many there are', async () => {
    const pace = paceOf(10_000);
    expect(await timeOf(() => Promise.all(Array.from({ length: 100 }, () => pace.take(4_096, OWNER))))).toBeLessThan(
      50,
    );
  });

  it('makes long ones wait, and refuses what would wait longer than requests may', async () => {
    const pace = paceOf(40_000);
    await pace.take(10_000, OWNER);
    // A second of a user's share is in use now, of which 0.3 s are a burst.
    const waited = await timeOf(() => pace.take(10_000, OWNER));
    expect(waited).toBeGreaterThanOrEqual(650);
    await pace.take(5_000, { realmId: 2, userId: 9 });
    const refused = [pace.take(10_000, OWNER), pace.take(10_000, OWNER)];
    await expect(Promise.all(refused)).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT', status: 429 });
    await expect(pace.take(100, OWNER)).resolves.toBeUndefined();
  });

  it('does not make one organization wait for another', async () => {
    const pace = paceOf(40_000);
    await Promise.all([1, 2, 3, 4].map((userId) => pace.take(10_000, { realmId: 1, userId })));
    expect(await timeOf(() => pace.take(10_000, { realmId: 2, userId: 9 }))).toBeLessThan(50);
  });
});
