import { Injectable } from '@nestjs/common';
import type { PagePreview } from '@stoa/markdown';
import { Metrics } from '@stoa/observability';
import { OutgoingError, OutgoingHttp, OutgoingResponse, readAtMost } from '@stoa/outgoing-http';
import { decodeBuffer } from 'encoding-sniffer';
import { oembedPreview } from './oembed';
import { PageFacts, pageFacts } from './page-facts';

/** From the first look-up to the last byte, redirects and oEmbed included (markdown.md 9.6). */
const LIMIT_MS = 15_000;
/** What pages say of themselves stands at their beginning. */
const MOST_OF_A_PAGE = 512 * 1024;
const MOST_OF_OEMBED = 64 * 1024;
const PAGE_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** What was found behind an address, and whether asking again soon may find more. */
export interface FetchedPage {
  preview: PagePreview | null;
  mayChangeSoon: boolean;
}

@Injectable()
export class PageFetcher {
  private readonly outcomes;
  private readonly seconds;

  constructor(
    private readonly http: OutgoingHttp,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter(
      'stoa_link_preview_fetches_total',
      'Linked pages that were looked at, by outcome.',
      ['outcome'],
    );
    for (const outcome of ['card', 'photo', 'video', 'nothing', 'timeout', 'network'])
      this.outcomes.inc({ outcome }, 0);
    this.seconds = metrics.histogram('stoa_link_preview_fetch_seconds', 'Time of a look at a page.', [], SECONDS);
  }

  /** Never throws for anything that the other side does. @throws OutgoingError `aborted` after `signal` */
  async fetch(url: string, signal: AbortSignal): Promise<FetchedPage> {
    const end = this.seconds.startTimer();
    try {
      const preview = await this.look(url, Date.now() + LIMIT_MS, signal);
      this.outcomes.inc({ outcome: preview === null ? 'nothing' : preview.kind });
      return { preview, mayChangeSoon: false };
    } catch (error) {
      if (!(error instanceof OutgoingError) || error.reason === 'aborted') throw error;
      this.outcomes.inc({ outcome: error.reason });
      return { preview: null, mayChangeSoon: ['timeout', 'network', 'status'].includes(error.reason) };
    } finally {
      end();
    }
  }

  private async look(url: string, endsAt: number, signal: AbortSignal): Promise<PagePreview | null> {
    const page = await this.open(url, 'text/html, application/xhtml+xml', endsAt, signal);
    if (!PAGE_TYPES.has(page.contentType)) {
      page.body.destroy();
      throw new OutgoingError('type', 'no page');
    }
    const facts = pageFacts(await textOf(page, MOST_OF_A_PAGE), page.url);
    const embedded = facts.oembedUrl === null ? null : await this.embedded(facts.oembedUrl, endsAt, signal);
    return embedded ?? cardOf(facts);
  }

  /** A page whose oEmbed fails is shown by what it says itself. */
  private async embedded(url: string, endsAt: number, signal: AbortSignal): Promise<PagePreview | null> {
    try {
      const answer = await this.open(url, 'application/json', endsAt, signal);
      return oembedPreview(await textOf(answer, MOST_OF_OEMBED), answer.url);
    } catch (error) {
      if (!(error instanceof OutgoingError) || error.reason === 'aborted') throw error;
      return null;
    }
  }

  private async open(url: string, accept: string, endsAt: number, signal: AbortSignal): Promise<OutgoingResponse> {
    const answer = await this.http.get({ url, accept, timeoutMs: Math.max(1, endsAt - Date.now()), signal });
    if (answer.status === 200) return answer;
    answer.body.destroy();
    throw new OutgoingError('status', 'not found, or not shown');
  }
}

function cardOf({ title, description, imageUrl }: PageFacts): PagePreview | null {
  return imageUrl === null ? null : { kind: 'card', title, description, imageUrl };
}

/** The beginning of a body in the character set that it says, or that its content suggests. */
async function textOf(answer: OutgoingResponse, mostBytes: number): Promise<string> {
  const bytes = await readAtMost(answer.body, mostBytes);
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(answer.header('content-type') ?? '')?.[1];
  return decodeBuffer(bytes, { transportLayerEncodingLabel: charset, defaultEncoding: 'utf-8' });
}
