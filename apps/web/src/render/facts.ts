/** What the HTML of messages is shown with: names as they are now, and what the reader wants. */
export interface RenderFacts {
  ownUserId?: number;
  /** Undefined for people unknown here: the text stays as it was sent. */
  userName(userId: number): string | undefined;
  groupName(groupId: number): string | undefined;
  isOwnGroup(groupId: number): boolean;
  channelName(channelId: number): string | undefined;
  /** Shown for the topic without a name. */
  emptyTopicName: string;
  usesTwentyFourHours: boolean;
  animatesImages: 'always' | 'on_hover' | 'never';
  /** The best of `server_thumbnail_formats` for previews, still and animated; undefined keeps the address. */
  thumbnail?: { still: string; animated: string };
  emojiAsText: boolean;
  /** Where code of a language can be tried. */
  playgrounds: readonly Playground[];
}

/** A page of another host that takes code in its address. */
export interface Playground {
  readonly name: string;
  /** As code blocks name it. */
  readonly pygments_language: string;
  /** RFC 6570, with `code` as its only variable. */
  readonly url_template: string;
}

/** Of one message. */
export interface MessageFacts {
  isMentioned: boolean;
  isWildcardMentioned: boolean;
  alertWords: readonly string[];
  /** It says what its sender does, and goes on after the name: `/me waves`. */
  isMeMessage?: boolean;
  /** The reader does not want to see what its links lead to. */
  hidesPreviews?: boolean;
}

/** Finds the picture of an emoji by its code: on which sheet, and where. */
export type FindEmojiPicture = (code: string) => { readonly url: string; readonly position: string } | undefined;
