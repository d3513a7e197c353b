/** When a user was subscribed to a channel, in message-id space; bounds are ids drawn from the message sequence. */
export interface MembershipSpan {
  recipientId: number;
  firstMessageId: number;
  /** Null: still open. */
  lastMessageId: number | null;
  /** False: subscribed, but the account was deactivated, so nothing sent meanwhile was received. */
  isActive: boolean;
}

/** Bounds are drawn by the subscription change itself, so no message or move ever has one as its id. */
function spanCovers(span: MembershipSpan, id: number): boolean {
  return span.firstMessageId < id && (span.lastMessageId === null || id < span.lastMessageId);
}

/** All spans of one user. */
export class MembershipHistory {
  private readonly spans = new Map<number, MembershipSpan[]>();

  constructor(spans: Iterable<MembershipSpan> = []) {
    for (const span of spans) this.ofRecipient(span.recipientId).push(span);
  }

  /** Subscribed with an active account when this id was drawn: got what was sent then. */
  wasRecipient(recipientId: number, id: number): boolean {
    return (this.spans.get(recipientId) ?? []).some((span) => span.isActive && spanCovers(span, id));
  }

  /** Subscribed when this id was drawn, whether or not the account was active. */
  wasSubscribed(recipientId: number, id: number): boolean {
    return (this.spans.get(recipientId) ?? []).some((span) => spanCovers(span, id));
  }

  wasEverSubscribed(recipientId: number): boolean {
    return this.spans.has(recipientId);
  }

  isSubscribed(recipientId: number): boolean {
    return this.openSpan(recipientId) !== undefined;
  }

  open(recipientId: number, boundaryId: number, isActive: boolean): void {
    if (this.isSubscribed(recipientId)) return;
    this.ofRecipient(recipientId).push({ recipientId, firstMessageId: boundaryId, lastMessageId: null, isActive });
  }

  close(recipientId: number, boundaryId: number): void {
    const span = this.openSpan(recipientId);
    if (span) span.lastMessageId = boundaryId;
  }

  /** Deactivation or reactivation of the account: every open span ends and continues as the other kind. */
  setActive(boundaryId: number, isActive: boolean): void {
    for (const recipientId of this.spans.keys()) {
      if (this.openSpan(recipientId)?.isActive !== !isActive) continue;
      this.close(recipientId, boundaryId);
      this.open(recipientId, boundaryId, isActive);
    }
  }

  private openSpan(recipientId: number): MembershipSpan | undefined {
    return this.spans.get(recipientId)?.find((span) => span.lastMessageId === null);
  }

  private ofRecipient(recipientId: number): MembershipSpan[] {
    let spans = this.spans.get(recipientId);
    if (!spans) this.spans.set(recipientId, (spans = []));
    return spans;
  }
}
