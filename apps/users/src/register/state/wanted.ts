/** Which parts of the state a client asked for (realtime.md 2.2). */
export class Wanted {
  private readonly types: ReadonlySet<string> | null;

  /** @param fetchEventTypes undefined: everything */
  constructor(fetchEventTypes: readonly string[] | undefined) {
    this.types = fetchEventTypes ? new Set(fetchEventTypes) : null;
  }

  has(type: string): boolean {
    return this.types === null || this.types.has(type);
  }

  hasAny(...types: string[]): boolean {
    return types.some((type) => this.has(type));
  }

  /** Legacy topics go to clients that do not know their successor (realtime.md 2.2, muted_topics). */
  get hasMutedTopics(): boolean {
    return this.types === null || (this.types.has('muted_topics') && !this.types.has('user_topic'));
  }
}
