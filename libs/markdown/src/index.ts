export { RENDERER_VERSION, render, tryRender } from './render';
export { mentionNameKey, topicKey } from './context';
export type {
  AlertWordFinder,
  MentionGroup,
  MentionUser,
  PagePreview,
  RenderContext,
  RenderEmoji,
  RenderResult,
  RenderUpload,
  RenderedLink,
} from './context';
export { collectEmojiNames, collectReferences } from './references';
export type { ContentReferences } from './references';
export { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from './limits';
export { DEFAULT_EMPTY_TOPIC_NAME, normalizeContent, normalizeTopic, truncatedText, truncatedTopic } from './normalize';
export type { ContentResult, TextFailure, TopicResult } from './normalize';
export { AlertWordIndex } from './alert-words';
export type { AlertWord } from './alert-words';
export { CompiledLinkifier, compileLinkifiers } from './links/linkifier';
export type { LinkifierDefinition, LinkifierMatch } from './links/linkifier';
export { topicLinks } from './links/topic-links';
export type { TopicLink } from './links/topic-links';
export { encodeHashComponent } from './links/hash-encoding';
export { contentDiff } from './content-diff';
export { parseTime } from './time-parser';
export { searchText } from './search-text';
export { groupDisplayName } from './inline/mentions';
export { MEDIA_PROXY_PREFIX, mediaDigest } from './previews/media-proxy';
