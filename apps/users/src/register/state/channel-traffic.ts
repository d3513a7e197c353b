/** Messages of the last 28 days by channel id; channels without any are not there. */
export type Traffic = ReadonlyMap<number, number>;

/** A job counts them once in hours, and answers give them with two digits (channels.md 4). */
const LIFE_MS = 60_000;
const REALMS_KEPT = 200;

/**
 * The traffic of organizations' channels. With a thousand channels it is 28,000 rows to add up, which would be most of what
 * a registration asks of the database, and no write that is acknowledged changes them.
 */
export class ChannelTraffic {
  /** In the order in which they were read. */
  private readonly kept = new Map<number, { readAt: number; traffic: Traffic }>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** What was read within the last minute, or is read now. Reads are not shared: each ends with the snapshot of its own. */
  async of(realmId: number, read: () => Promise<Traffic>): Promise<Traffic> {
    const known = this.kept.get(realmId);
    const readAt = this.now();
    if (known && readAt - known.readAt < LIFE_MS) return known.traffic;
    const traffic = await read();
    this.kept.delete(realmId);
    this.kept.set(realmId, { readAt, traffic });
    const [oldest] = this.kept.keys();
    if (this.kept.size > REALMS_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return traffic;
  }
}
