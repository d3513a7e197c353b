import { Injectable } from '@nestjs/common';
import { highlightedHtml } from './highlight';
import { SearchRepository } from './search.repository';

export interface SearchMatch {
  match_content: string;
  match_subject: string;
}

/** `match_content` and `match_subject` (markdown.md 17.2): HTML, with what the search found in spans. */
@Injectable()
export class SearchMatches {
  constructor(private readonly repository: SearchRepository) {}

  /** @param query text of a tsquery; '' marks nothing. @param emptyTopicName what stands for the empty topic; null: nothing */
  async of(
    messageIds: readonly number[],
    query: string,
    { emptyTopicName }: { emptyTopicName: string | null },
  ): Promise<Map<number, SearchMatch>> {
    if (messageIds.length === 0) return new Map();
    const rows = await this.repository.marked(messageIds, query);
    return new Map(
      rows.map(({ id, content, topic, is_channel: isChannel }) => [
        id,
        {
          match_content: highlightedHtml(content),
          match_subject: topic === '' && isChannel ? (emptyTopicName ?? '') : highlightedHtml(topic),
        },
      ]),
    );
  }
}
