/** What a text names and the renderer needs looked up. A superset: names inside code are included. */
export interface ContentReferences {
  /** Names of users as typed; looked up ignoring case. */
  userNames: string[];
  userIds: number[];
  groupNames: string[];
  channelNames: string[];
  /** Topics that are linked, by channel name. */
  topics: { channelName: string; topic: string }[];
  /** What follows `/user_uploads/`. */
  uploadPathIds: string[];
}

const NO_REFERENCES: ContentReferences = {
  userNames: [],
  userIds: [],
  groupNames: [],
  channelNames: [],
  topics: [],
  uploadPathIds: [],
};

// Lookaheads, so that a match does not swallow the start of another one.
const USER_MENTION = /@_?\*\*(?=([^*]+)\*\*)/g;
const GROUP_MENTION = /@_?\*(?=([^*]+)\*)/g;
const CHANNEL_LINK = /#\*\*(?=([^*]+)\*\*)/g;
const UPLOAD = /user_uploads\/([^\s"'<>?#\]]+)/g;
const NAME_AND_ID = /^(.+)?\|(\d{1,15})$/s;
const TOPIC_LINK = /^([^>]+)>(.*)$/s;

function captures(pattern: RegExp, content: string): Set<string> {
  return new Set(Array.from(content.matchAll(pattern), (match) => match[1] ?? ''));
}

/** An address may be followed by the parenthesis that ends a named link, or hold it. */
function uploadPaths(content: string): string[] {
  const paths = captures(UPLOAD, content);
  for (const path of [...paths]) paths.add(path.split(')', 1)[0] ?? '');
  return [...paths];
}

/** The names and ids that must be looked up before the content is rendered. */
export function collectReferences(content: string): ContentReferences {
  const hasMentions = content.includes('@');
  const hasChannels = content.includes('#**');
  const hasUploads = content.includes('/user_uploads/');
  if (!hasMentions && !hasChannels && !hasUploads) return NO_REFERENCES;
  const userNames = new Set<string>();
  const userIds = new Set<number>();
  if (hasMentions) {
    for (const mention of captures(USER_MENTION, content)) {
      const byId = NAME_AND_ID.exec(mention);
      if (byId === null) userNames.add(mention);
      else userIds.add(Number(byId[2]));
    }
  }
  const channelNames = new Set<string>();
  const topics: ContentReferences['topics'] = [];
  if (hasChannels) {
    for (const target of captures(CHANNEL_LINK, content)) {
      channelNames.add(target);
      const inTopic = TOPIC_LINK.exec(target);
      if (inTopic === null) continue;
      const [, channelName = '', topic = ''] = inTopic;
      channelNames.add(channelName);
      topics.push({ channelName, topic });
    }
  }
  const groupNames = hasMentions ? [...captures(GROUP_MENTION, content)] : [];
  return {
    userNames: [...userNames],
    userIds: [...userIds],
    groupNames,
    channelNames: [...channelNames],
    topics,
    uploadPathIds: hasUploads ? uploadPaths(content) : [],
  };
}

const EMOJI_NAME = /:(?=([\p{L}\p{N}_\-+]+):)/gu;

/** Names between colons that may be emoji; a superset of what the renderer looks up. */
export function collectEmojiNames(content: string): Set<string> {
  return captures(EMOJI_NAME, content);
}
