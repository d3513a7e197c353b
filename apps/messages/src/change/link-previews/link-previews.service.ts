import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { eventOf } from '@stoa/contracts/events';
import { WriteTransaction } from '@stoa/database';
import { Directory, DirectoryView } from '@stoa/directory';
import { Admission } from '@stoa/lifecycle';
import type { PagePreview } from '@stoa/markdown';
import { EditRecipients } from '../editing/edit-recipients';
import { AccessedMessage, MessageAccessRow, accessedMessage } from '../../access/message-access/accessed-message';
import { MessageAccess } from '../../access/message-access/message-access';
import { MessageRenderer, Rerendering } from '../../send/rendering/message-renderer';
import { SystemBots } from '../../send/system-bots/system-bots';
import { LinkPreviewJobRow, LinkPreviewsRepository, PreviewsByUrl } from './link-previews.repository';
import { PageFetcher } from './page-fetcher';

const DAY_SECONDS = 86_400;
/** For pages that had nothing to show. */
const NOTHING_SECONDS = 3_600;
/** For pages that could not be reached: an outage is over soon, and nobody asks more often than that. */
const FAILED_SECONDS = 300;

/** Pages in hand at the same time: each may take half a megabyte. */
const PAGES_AT_ONCE = 24;
const PAGES_OF_ONE_REALM = 12;
const PAGES_WAITING = 1_000;
/** Longer than it takes until all that may wait before has had its time. */
const LONGEST_WAIT_MS = 900_000;

export type JobOutcome = 'rendered' | 'unchanged' | 'gone';

/** Fetches the pages that a message links to and renders it again with their previews (markdown.md 9.6). */
@Injectable()
export class LinkPreviewsService {
  /** Pages that are being fetched: several messages may link to one. */
  private readonly underWay = new Map<string, Promise<PagePreview | null>>();
  private readonly admission = new Admission({
    concurrent: PAGES_AT_ONCE,
    mostPerTenant: PAGES_OF_ONE_REALM,
    mostWaiting: PAGES_WAITING,
    longestWaitMs: LONGEST_WAIT_MS,
  });

  constructor(
    private readonly repository: LinkPreviewsRepository,
    private readonly directory: Directory,
    private readonly access: MessageAccess,
    private readonly renderer: MessageRenderer,
    private readonly recipients: EditRecipients,
    private readonly bots: SystemBots,
    private readonly pages: PageFetcher,
  ) {}

  /** @throws OutgoingError `aborted` after `signal`: the job is still to be done */
  async settle(job: LinkPreviewJobRow, signal: AbortSignal): Promise<JobOutcome> {
    const urls = await this.wantedBy(job);
    const previews = await this.look(job.realmId, urls, signal);
    return this.apply(job, previews);
  }

  private async wantedBy({ realmId, messageId }: LinkPreviewJobRow): Promise<readonly string[]> {
    return this.directory.decideConfirmed(realmId, async (view) => {
      const [row] = await this.access.rows([messageId]);
      return row ? ((await this.rendered(view, row, new Map()))?.linksWantingPreview ?? []) : [];
    });
  }

  private async look(
    realmId: number,
    urls: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<string, PagePreview | null>> {
    if (urls.length === 0) return new Map();
    const known = await this.repository.known(urls);
    const missing = urls.filter((url) => !known.has(url));
    const found = await Promise.all(
      missing.map(async (url) => [url, await this.lookOnce(realmId, url, signal)] as const),
    );
    return new Map([...known, ...found]);
  }

  private lookOnce(realmId: number, url: string, signal: AbortSignal): Promise<PagePreview | null> {
    const running = this.underWay.get(url);
    if (running) return running;
    const look = () => this.fetchAndRemember(url, signal);
    const begun = this.admission.run(look, { tenant: realmId }).finally(() => this.underWay.delete(url));
    this.underWay.set(url, begun);
    return begun;
  }

  private async fetchAndRemember(url: string, signal: AbortSignal): Promise<PagePreview | null> {
    const { preview, mayChangeSoon } = await this.pages.fetch(url, signal);
    const seconds = mayChangeSoon ? FAILED_SECONDS : preview === null ? NOTHING_SECONDS : DAY_SECONDS;
    await this.repository.remember(url, preview, seconds);
    return preview;
  }

  /** Rendering, event and the end of the job are one transaction: all of it happens once, or nothing. */
  private apply(job: LinkPreviewJobRow, previews: PreviewsByUrl): Promise<JobOutcome> {
    const { realmId, partition, messageId } = job;
    const ctx = { requestId: randomUUID(), actor: { realmId, partition } };
    return this.access.changeRows(ctx, [messageId], { rowLock: 'update' }, async ({ tx, view, rows: [row] }) => {
      if (!(await this.repository.finish(tx, job.id)) || !row) return 'gone';
      const rendering = await this.rendered(view, row, previews);
      if (!rendering || rendering.html === row.rendered_content) return 'unchanged';
      await this.repository.store(tx, row.id, rendering, shown(previews));
      await this.tell(tx, view, row, rendering);
      return 'rendered';
    });
  }

  private async rendered(
    view: DirectoryView,
    row: MessageAccessRow,
    pagePreviews: PreviewsByUrl,
  ): Promise<Rerendering | undefined> {
    const sender = (await view.users()).get(row.sender_id) ?? (await this.bots.get(row.sender_id));
    return sender && this.renderer.rerender(view, { content: row.content, sender, pagePreviews });
  }

  /** `update_message` with `rendering_only` (markdown.md 9.8). */
  private async tell(tx: WriteTransaction, view: DirectoryView, row: MessageAccessRow, { html }: Rerendering) {
    const members = row.channel_id === null ? null : await view.members(row.channel_id);
    const message: AccessedMessage = accessedMessage(row, members, { isHeld: false, flags: [] });
    const [users, groups] = await Promise.all([view.users(), view.groups()]);
    const { userIds, flags } = await this.recipients.ofRendering({ tx, view, users, groups }, message);
    const [time] = await tx.query<{ now: number }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()))::bigint AS now',
    );
    const fields = {
      user_id: null,
      edit_timestamp: time?.now ?? 0,
      message_id: row.id,
      message_ids: [row.id],
      content: row.content,
      rendered_content: html,
      rendering_only: true,
    };
    tx.emit(eventOf('update_message', fields, userIds, { flags }));
  }
}

/** Previews that are to be seen. */
function shown(previews: PreviewsByUrl): Record<string, PagePreview> {
  return Object.fromEntries([...previews].flatMap(([url, preview]) => (preview === null ? [] : [[url, preview]])));
}
