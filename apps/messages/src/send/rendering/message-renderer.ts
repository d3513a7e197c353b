import { Injectable } from '@nestjs/common';
import { MessageEventHints } from '@stoa/contracts/events';
import { badRequest } from '@stoa/errors';
import {
  ChannelMembers,
  DirectoryUser,
  DirectoryView,
  RealmChannels,
  RealmGroups,
  RealmSettings,
  RealmUsers,
} from '@stoa/directory';
import {
  AlertWordIndex,
  CompiledLinkifier,
  ContentReferences,
  PagePreview,
  RENDERER_VERSION,
  RenderContext,
  collectReferences,
  compileLinkifiers,
  topicKey,
  topicLinks,
} from '@stoa/markdown';
import { AccessibleMentions, Descriptions, Rendering, customEmojiOf, linkableChannels } from '@stoa/rendering';
import { isGravatarOfPublicAddress } from '@stoa/policy';
import { AttachmentClaims, ClaimableAttachment } from '../attachments/attachment-claims';
import { StoredNames, withStoredNames } from './stored-names';
import { MessageMarks } from './message-marks';
import { shownPreviews } from './preview-rules';
import { RenderRepository } from './render.repository';
import { policyUser } from '../../access/policy-user';

export interface RenderedMessage {
  html: string;
  version: number;
  topicLinks: { text: string; url: string }[];
  marks: MessageMarks;
  /** Files that the text links to and its author may read, ascending: what the message claims. */
  attachments: readonly ClaimableAttachment[];
  /** Named themselves or through a group. */
  mentionedUserIds: ReadonlySet<number>;
  /** Named themselves. */
  namedUserIds: ReadonlySet<number>;
  channelWildcard: boolean;
  topicWildcard: boolean;
  alertedUserIds: ReadonlySet<number>;
  hints: MessageEventHints;
}

export interface RenderInput {
  content: string;
  topic: string;
  sender: DirectoryUser;
  /** Null for direct messages. */
  channel: ChannelMembers | null;
  /** Nothing is shown of what it links to. */
  isWithoutPreviews?: boolean;
}

/** A message whose content stays as it is. */
export interface RerenderInput {
  content: string;
  sender: DirectoryUser;
  /** What was fetched of linked pages, by address; null for those that have nothing to show. */
  pagePreviews: ReadonlyMap<string, PagePreview | null>;
  /** What names meant in its stored HTML, and what that shows: both stay. Absent: names mean what they mean now. */
  stored?: StoredNames;
}

/** A new rendering of what was sent before. */
export interface Rerendering {
  html: string;
  version: number;
  hasImage: boolean;
  hasLink: boolean;
  /** Addresses of pages that nothing is known of. */
  linksWantingPreview: readonly string[];
}

interface Facts {
  settings: RealmSettings;
  users: RealmUsers;
  groups: RealmGroups;
  channels: RealmChannels;
}

/** Renders what users write: collects what a text names, looks that up in the directory, and calls the pure renderer. */
@Injectable()
export class MessageRenderer {
  /** Compiled from one version of the settings, or of the users, and thrown away with it. */
  private readonly linkifiers = new WeakMap<RealmSettings, readonly CompiledLinkifier[]>();
  private readonly alertWords = new WeakMap<RealmUsers, AlertWordIndex>();

  constructor(
    private readonly repository: RenderRepository,
    private readonly claims: AttachmentClaims,
    private readonly rendering: Rendering,
    private readonly descriptions: Descriptions,
    private readonly mentions: AccessibleMentions,
  ) {}

  /** @throws DomainError `You are not allowed to mention user group '{name}'.` */
  async render(view: DirectoryView, input: RenderInput): Promise<RenderedMessage> {
    const { topic, sender } = input;
    const { result, linkifiers, groups } = await this.renderContent(view, input);
    const mentionedUserIds = new Set(result.mentionedUserIds);
    for (const groupId of result.mentionedGroupIds) {
      this.addGroup(mentionedUserIds, groupId, sender, groups);
    }
    const attachments = await this.claims.claimable(view, sender.id, result.attachmentPathIds);
    return {
      html: result.html,
      version: RENDERER_VERSION,
      topicLinks: input.channel ? topicLinks(topic, linkifiers) : [],
      marks: {
        channelWildcard: result.channelWildcard,
        isMeMessage: result.isMeMessage,
        hasAttachment: attachments.length > 0,
        hasImage: result.hasImage,
        hasLink: result.hasLink,
        wantsLinkPreviews: result.linksWantingPreview.length > 0,
      },
      attachments,
      mentionedUserIds,
      namedUserIds: new Set(result.mentionedUserIds),
      channelWildcard: result.channelWildcard,
      topicWildcard: result.topicWildcard && input.channel !== null,
      alertedUserIds: new Set(result.alertWordUserIds),
      hints: { gravatar: isGravatarOfPublicAddress(sender) },
    };
  }

  /** What a message says stays as it was decided when it was sent: whom it mentions and what it claims. */
  async rerender(view: DirectoryView, input: RerenderInput): Promise<Rerendering> {
    const { result } = await this.renderContent(view, input);
    const { html, hasImage, hasLink, linksWantingPreview } = result;
    return { html, version: RENDERER_VERSION, hasImage, hasLink, linksWantingPreview };
  }

  /** The links of a topic: URLs, and what linkifiers find (markdown.md 11.2). */
  linksOfTopic(settings: RealmSettings, topic: string): { text: string; url: string }[] {
    return topicLinks(topic, this.linkifiersOf(settings));
  }

  /** The HTML alone: whom it would mention plays no part (`POST /messages/render`). */
  async preview(view: DirectoryView, content: string, sender: DirectoryUser): Promise<string> {
    return (await this.renderContent(view, { content, sender })).result.html;
  }

  private async renderContent(
    view: DirectoryView,
    input: Pick<RenderInput, 'content' | 'sender' | 'isWithoutPreviews'> & Partial<RerenderInput>,
  ) {
    const { content, sender, pagePreviews, stored, isWithoutPreviews } = input;
    const [settings, users, groups] = await Promise.all([view.settings(), view.users(), view.groups()]);
    const references = collectReferences(content);
    const channels = references.channelNames.length > 0 ? await view.channels() : undefined;
    const linkifiers = this.linkifiersOf(settings);
    const shown = shownPreviews({
      ...{ organization: settings, isBot: sender.isBot, isWithoutPreviews },
      ...(stored ? { stored: { hasMedia: stored.hasMedia, hasPages: pagePreviews?.size !== 0 } } : {}),
    });
    const context: RenderContext = {
      realmUrl: this.repository.realmUrl(settings),
      linkifiers,
      customEmoji: customEmojiOf(settings),
      ...(stored ? {} : { alertWords: this.alertWordsOf(users) }),
      defaultCodeLanguage: settings.defaultCodeBlockLanguage,
      translateEmoticons: sender.translatesEmoticons,
      hasMediaPreviews: shown.media,
      hasPagePreviews: shown.pages,
      pagePreviews,
      mediaProxyKey: this.repository.mediaProxyKey,
      uploads: await this.claims.uploadsAt(view.realmId, references.uploadPathIds),
      ...(await this.mentions.of(references, sender, { settings, users, groups })),
      ...(channels ? await this.channelLinks(references, sender, { settings, users, groups, channels }) : {}),
    };
    const complete = stored ? withStoredNames(context, stored) : context;
    return { result: await this.rendering.render(content, complete), linkifiers, groups };
  }

  /** The description of a channel or folder as its author writes it: no mention notifies anybody. */
  renderDescription(facts: Facts, author: DirectoryUser, text: string): Promise<string> {
    const { mediaProxyKey } = this.repository;
    return this.descriptions.html(text, author, {
      ...facts,
      realmUrl: this.repository.realmUrl(facts.settings),
      mediaProxyKey,
    });
  }

  private addGroup(mentioned: Set<number>, groupId: number, sender: DirectoryUser, groups: RealmGroups): void {
    const group = groups.named.get(groupId);
    if (!group) return;
    const mayMention =
      group.canMentionGroup === null || groups.graph.isMember(group.canMentionGroup, policyUser(sender));
    if (!mayMention) throw badRequest(`You are not allowed to mention user group '${group.name}'.`);
    for (const userId of groups.graph.membersOf(groupId)) mentioned.add(userId);
  }

  private async channelLinks(
    references: ContentReferences,
    sender: DirectoryUser,
    { users, groups, channels }: Facts,
  ): Promise<Pick<RenderContext, 'channelIdsByName' | 'latestMessageByTopic'>> {
    const subscribed = await this.repository.subscribedChannelIds(sender.id);
    const isSubscribed = (channelId: number): boolean => subscribed.has(channelId);
    const channelIdsByName = linkableChannels(references, sender, { users, groups, channels, isSubscribed });
    const linked = references.topics.flatMap(({ channelName, topic }) => {
      const channel = channels.byName(channelName);
      return channel?.historyPublicToSubscribers && channelIdsByName.has(channelName) ? [{ ...channel, topic }] : [];
    });
    return { channelIdsByName, latestMessageByTopic: await this.latestMessages(linked) };
  }

  private async latestMessages(
    topics: readonly { channelId: number; recipientId: number; topic: string }[],
  ): Promise<Map<string, number>> {
    const latest = await this.repository.latestMessages(topics);
    return new Map(
      topics.flatMap(({ channelId, topic }, index) => {
        const id = latest[index] ?? null;
        return id === null ? [] : [[topicKey(channelId, topic), id] as const];
      }),
    );
  }

  private linkifiersOf(settings: RealmSettings): readonly CompiledLinkifier[] {
    let compiled = this.linkifiers.get(settings);
    if (!compiled) {
      compiled = compileLinkifiers(
        settings.linkifiers.map(({ pattern, url_template }) => ({ pattern, urlTemplate: url_template })),
      );
      this.linkifiers.set(settings, compiled);
    }
    return compiled;
  }

  private alertWordsOf(users: RealmUsers): AlertWordIndex {
    let index = this.alertWords.get(users);
    if (!index) {
      const words: { userId: number; word: string }[] = [];
      for (const [word, userIds] of users.alertWords()) for (const userId of userIds) words.push({ userId, word });
      index = new AlertWordIndex(words);
      this.alertWords.set(users, index);
    }
    return index;
  }
}
