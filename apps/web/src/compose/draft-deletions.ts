import { deleteDraft } from '@stoa/contracts/messages';
import { call } from '../api/client';
import { isPassing } from '../api/backoff';
import { act } from '../client/act';
import type { Client } from '../client/client';

const KIND = 'draft-deletion';

/**
 * Drafts at the service that are done with: they are deleted there as soon as it answers, and not taken up again before.
 * A message that was sent must not come back as a draft because the connection was gone just then.
 */
export class DraftDeletions {
  private readonly due = new Set<number>();
  private readonly hidden = new Set<number>();
  private isBusy = false;

  constructor(private readonly client: Client) {}

  async resume(): Promise<void> {
    for (const serverId of (await this.client.kept.all<number>(KIND)).values()) this.note(serverId);
    void this.carryOut();
  }

  /** Whether this draft is none any more, whatever the service still has. */
  has(serverId: number): boolean {
    return this.hidden.has(serverId);
  }

  /** Another tab deletes it. */
  hide(serverId: number): void {
    this.hidden.add(serverId);
  }

  add(serverId: number): void {
    this.note(serverId);
    void this.client.kept.set(KIND, String(serverId), serverId);
    void this.carryOut();
  }

  /** One after another, until nobody answers: then what is left waits for the connection. */
  async carryOut(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (const serverId of this.due) {
      if (this.client.signal.aborted || !(await this.isDeleted(serverId))) break;
      this.due.delete(serverId);
      void this.client.kept.remove(KIND, String(serverId));
    }
    this.isBusy = false;
  }

  /** Refused is as good as deleted: it is gone already, or the user shares no drafts any more. */
  private async isDeleted(draft_id: number): Promise<boolean> {
    let isRefused = false;
    const tell = (_text: string, error: unknown): void => {
      isRefused = !isPassing(error);
    };
    return (await act(() => call(deleteDraft, { draft_id }), { tell })) || isRefused;
  }

  private note(serverId: number): void {
    this.due.add(serverId);
    this.hidden.add(serverId);
  }
}
