import { Parser } from 'htmlparser2';

/** Who is mentioned by a message, silent mentions apart. */
export interface RenderedMentions {
  userIds: ReadonlySet<number>;
  groupIds: ReadonlySet<number>;
  /** `@all` and its like. */
  channelWildcard: boolean;
  /** `@topic`. */
  topicWildcard: boolean;
}

/**
 * Reads the mentions from a message's rendered HTML (markdown.md 7): the flags do not distinguish a user's from a
 * group's.
 */
export function mentionsOf(renderedContent: string): RenderedMentions {
  const userIds = new Set<number>();
  const groupIds = new Set<number>();
  let channelWildcard = false;
  let topicWildcard = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name !== 'span') return;
      const classes = (attributes.class ?? '').split(' ');
      if (classes.includes('silent')) return;
      if (classes.includes('topic-mention')) topicWildcard = true;
      if (classes.includes('user-group-mention')) addId(groupIds, attributes['data-user-group-id']);
      if (!classes.includes('user-mention')) return;
      if (attributes['data-user-id'] === '*') channelWildcard = true;
      else addId(userIds, attributes['data-user-id']);
    },
  });
  parser.end(renderedContent);
  return { userIds, groupIds, channelWildcard, topicWildcard };
}

function addId(ids: Set<number>, text: string | undefined): void {
  const id = Number(text);
  if (Number.isSafeInteger(id) && id > 0) ids.add(id);
}
