/**
 * Parsed texts of organizations, which are the same from read to read: equal texts are one and the same object. So what is
 * made of it can be kept by it.
 */
export class RememberedJson<T extends object> {
  private readonly parsed = new Map<number, { text: string; value: T }>();

  constructor(private readonly capacity: number) {}

  /** @param text JSON of the type that the caller knows it has; a value must not be changed */
  parse(realmId: number, text: string): T {
    const known = this.parsed.get(realmId);
    const entry = known?.text === text ? known : { text, value: JSON.parse(text) };
    this.parsed.delete(realmId);
    this.parsed.set(realmId, entry);
    if (this.parsed.size > this.capacity) {
      const [leastRecent] = this.parsed.keys();
      if (leastRecent !== undefined) this.parsed.delete(leastRecent);
    }
    return entry.value;
  }
}
