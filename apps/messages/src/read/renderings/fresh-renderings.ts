import { Inject, Injectable } from '@nestjs/common';
import { DirectoryView } from '@stoa/directory';
import { RENDERER_VERSION } from '@stoa/markdown';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { RerenderingService } from './rerendering.service';
import { StaleMessagesRepository } from './stale-messages.repository';

/** Of one answer; the others of a large one are left to the walk. */
const MOST_AT_ONCE = 200;

/** Columns that say whether, and how, a message is to be rendered again. */
export interface RenderedRow {
  id: number;
  sender_id: number;
  content: string;
  rendered_content: string;
  renderer_version: number;
}

/** Messages that are read while their HTML is of an older renderer are shown with that of this one, and written so. */
@Injectable()
export class FreshRenderings {
  constructor(
    private readonly repository: StaleMessagesRepository,
    private readonly renderings: RerenderingService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** The rows, all of one organization, with present HTML. */
  async of<Row extends RenderedRow>(view: DirectoryView, rows: readonly Row[]): Promise<readonly Row[]> {
    const stale = rows.filter((row) => row.renderer_version < RENDERER_VERSION).slice(0, MOST_AT_ONCE);
    if (stale.length === 0) return rows;
    const previews = await this.repository.previewsOf(stale.map(({ id }) => id));
    const { renewed } = await this.renderings.renew(
      view,
      stale.map((row) => ({ ...row, realm_id: view.realmId, previews: previews.get(row.id) ?? null })),
    );
    // Nobody waits for it: if it fails, the next reader or the walk does it.
    void this.renderings
      .store(renewed)
      .catch((error: unknown) => this.log.warn({ err: error }, 'new renderings could not be written'));
    const html = new Map(renewed.map(({ message, rendering }) => [message.id, rendering.html]));
    return rows.map((row) => ({ ...row, rendered_content: html.get(row.id) ?? row.rendered_content }));
  }
}
