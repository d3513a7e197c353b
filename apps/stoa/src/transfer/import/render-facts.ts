import {
  CompiledLinkifier,
  MentionGroup,
  MentionUser,
  RenderUpload,
  compileLinkifiers,
  mentionNameKey,
} from '@stoa/markdown';
import { customEmojiUrls } from '@stoa/policy';

/** What the texts of an organization may name, with new ids. Filled while the archive is scanned. */
export class RenderFacts {
  readonly usersById = new Map<number, MentionUser>();
  readonly usersByName = new Map<string, MentionUser>();
  readonly emoticonTranslators = new Set<number>();
  readonly groupsByName = new Map<string, MentionGroup>();
  readonly channels = new Map<string, { id: number; recipientId: number; isPrivate: boolean }>();
  readonly channelOfRecipient = new Map<number, number>();
  readonly customEmoji = new Map<string, { sourceUrl: string }>();
  readonly uploads = new Map<string, RenderUpload>();
  /** `user:channel` of subscriptions to private channels. */
  readonly privateSubscriptions = new Set<string>();
  /** Profile fields of users: their values are lists of ids. */
  readonly fieldTypes = new Map<number, number>();
  readonly linkifierDefinitions: { position: number; pattern: string; urlTemplate: string }[] = [];
  defaultCodeLanguage = '';
  hasMediaPreviews = true;
  private compiled?: readonly CompiledLinkifier[];

  get linkifiers(): readonly CompiledLinkifier[] {
    this.compiled ??= compileLinkifiers([...this.linkifierDefinitions].sort((a, b) => a.position - b.position));
    return this.compiled;
  }

  addUser(user: MentionUser, translatesEmoticons: boolean): void {
    this.usersById.set(user.id, user);
    const key = mentionNameKey(user.fullName);
    const known = this.usersByName.get(key);
    if (!known || (!known.isActive && user.isActive)) this.usersByName.set(key, user);
    if (translatesEmoticons) this.emoticonTranslators.add(user.id);
  }

  addEmoji(realmId: number, emoji: { name: string; fileName: string; isAnimated: boolean }): void {
    this.customEmoji.set(emoji.name, { sourceUrl: customEmojiUrls({ realmId, ...emoji }).source });
  }

  mayLink(userId: number, channel: { id: number; isPrivate: boolean }): boolean {
    return !channel.isPrivate || this.privateSubscriptions.has(`${userId}:${channel.id}`);
  }
}
