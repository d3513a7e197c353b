import type { CompiledLinkifier } from './links/linkifier';

/** A user whom a mention may name. */
export interface MentionUser {
  id: number;
  fullName: string;
  isActive: boolean;
}

/** A user group whom a mention may name. `name` is the stored one, `role:…` for system groups. */
export interface MentionGroup {
  id: number;
  name: string;
  isActive: boolean;
}

/** A custom emoji that is active now. */
export interface RenderEmoji {
  /** Address of the animated original. */
  sourceUrl: string;
}

/** What is known of an uploaded file. */
export interface RenderUpload {
  contentType: string | null;
  /** Null for files that were not recognised as images. Pixels are counted after rotation. */
  image: { width: number; height: number; animated: boolean } | null;
}

/** Whose alert words occur in a text. */
export interface AlertWordFinder {
  /** Ascending. */
  usersIn(text: string): number[];
}

/**
 * What was fetched of a linked page (markdown.md 9.6); texts and addresses as the page gave them, not escaped. Without
 * an image there is no card, so such a page is `null` where previews are looked up.
 */
export type PagePreview =
  | { kind: 'card'; title: string; description: string; imageUrl: string }
  /** oEmbed `photo`. */
  | { kind: 'photo'; title: string; imageUrl: string }
  /** oEmbed `video`; `embedHtml` is the page's own player. */
  | { kind: 'video'; title: string; imageUrl: string; embedHtml: string };

/**
 * Everything outside of the text that the HTML depends on. Absent parts are empty: nothing of that kind resolves.
 * The caller leaves out what the author may not access (inaccessible users, channels without content access).
 */
export interface RenderContext {
  /** Address of the organization without trailing slash, such as `https://chat.example.org`. */
  realmUrl: string;
  /** What an empty topic is called; `general chat` when absent. */
  emptyTopicName?: string;
  /** Language of fences that name none; '' or absent for none. */
  defaultCodeLanguage?: string;
  /** The author's setting `translate_emoticons`. */
  translateEmoticons?: boolean;
  /** Texts from the email gateway have no indented code. */
  isFromEmailGateway?: boolean;
  usersById?: ReadonlyMap<number, MentionUser>;
  /** Keyed by {@link mentionNameKey}. */
  usersByName?: ReadonlyMap<string, MentionUser>;
  /** Keyed by exact name. */
  groupsByName?: ReadonlyMap<string, MentionGroup>;
  /** Ids of channels by exact name. */
  channelIdsByName?: ReadonlyMap<string, number>;
  /** Latest message of a topic that the author can access, keyed by {@link topicKey}. */
  latestMessageByTopic?: ReadonlyMap<string, number>;
  /** Active custom emoji by name. */
  customEmoji?: ReadonlyMap<string, RenderEmoji>;
  /** Uploaded files of the organization, by what follows `/user_uploads/` in their address. */
  uploads?: ReadonlyMap<string, RenderUpload>;
  /** Whether links to images, films and video sites get a preview (`inline_image_preview`). */
  hasMediaPreviews?: boolean;
  /** Whether other links may get a card (`inline_url_embed_preview`, and the author is no bot). */
  hasPagePreviews?: boolean;
  /**
   * What was fetched so far, by {@link RenderedLink.href}; null for pages that have nothing to show. Links that are not
   * in here are reported as {@link RenderResult.linksWantingPreview}.
   */
  pagePreviews?: ReadonlyMap<string, PagePreview | null>;
  /** Key with which addresses of external media are signed; absent when they are not proxied (markdown.md 9.7). */
  mediaProxyKey?: string;
  /** Compiled once per set of linkifiers, in configured order. */
  linkifiers?: readonly CompiledLinkifier[];
  /** Compiled once per set of words; absent when nobody's words matter (descriptions and the like). */
  alertWords?: AlertWordFinder;
}

/** A link of the finished HTML, in document order. */
export interface RenderedLink {
  href: string;
  /** Visible text, without tags and decoded. */
  text: string;
}

/** The HTML of a text and what the rendering found (markdown.md 7.2). */
export interface RenderResult {
  html: string;
  /** Users whom a non-silent mention names. */
  mentionedUserIds: number[];
  /** Groups that a non-silent mention names. */
  mentionedGroupIds: number[];
  /** A non-silent `@**all**` or one of its synonyms. */
  channelWildcard: boolean;
  /** A non-silent `@**topic**`. */
  topicWildcard: boolean;
  /** Users one of whose alert words occurs. */
  alertWordUserIds: number[];
  /** Links other than those to channels, topics and messages. */
  links: RenderedLink[];
  /** Addresses whose page is worth fetching for a card, each once; empty unless {@link RenderContext.hasPagePreviews}. */
  linksWantingPreview: string[];
  /** Paths of uploads that are linked: what follows `/user_uploads/`, each once. */
  attachmentPathIds: string[];
  hasLink: boolean;
  hasImage: boolean;
  isMeMessage: boolean;
}

/** The key of a user's name in {@link RenderContext.usersByName}. */
export function mentionNameKey(fullName: string): string {
  return fullName.toLowerCase();
}

/** The key of a topic in {@link RenderContext.latestMessageByTopic}; topics are equal ignoring case. */
export function topicKey(channelId: number, topic: string): string {
  return `${channelId}:${topic.toLowerCase()}`;
}
