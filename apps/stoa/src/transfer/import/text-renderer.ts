import {
  ContentReferences,
  RENDERER_VERSION,
  RenderContext,
  RenderResult,
  TopicLink,
  collectReferences,
  mentionNameKey,
  topicKey,
  topicLinks,
} from '@stoa/markdown';
import type { BoundedRenderer } from '@stoa/rendering';
import { RenderFacts } from './render-facts';

export const STORED_RENDERER_VERSION = RENDERER_VERSION;

/** Newest message of a linked topic, by {@link topicKey}. */
export type TopicHeads = ReadonlyMap<string, number>;

const UNRENDERABLE: Omit<RenderResult, 'html' | 'isMeMessage'> = {
  mentionedUserIds: [],
  mentionedGroupIds: [],
  channelWildcard: false,
  topicWildcard: false,
  alertWordUserIds: [],
  links: [],
  linksWantingPreview: [],
  attachmentPathIds: [],
  hasLink: false,
  hasImage: false,
};

/**
 * Renders imported texts with the service's one renderer, from what the archive says of the organization. Texts of others
 * may be hostile: what takes long is rendered in a thread, and shown as it is when it takes too long.
 */
export class TextRenderer {
  constructor(
    private readonly facts: RenderFacts,
    private readonly address: { realmUrl: string; mediaProxyKey: string | undefined },
    private readonly renderer: Pick<BoundedRenderer, 'render'>,
  ) {}

  /** A message as its sender would have sent it. A text that cannot be rendered is shown as it is. */
  async message(content: string, senderId: number, heads: TopicHeads): Promise<RenderResult> {
    const references = collectReferences(content);
    const { facts } = this;
    const { result } = await this.renderer.render(content, {
      ...this.description(references),
      defaultCodeLanguage: facts.defaultCodeLanguage,
      translateEmoticons: facts.emoticonTranslators.has(senderId),
      hasMediaPreviews: facts.hasMediaPreviews,
      uploads: only(facts.uploads, references.uploadPathIds),
      channelIdsByName: this.channels(references, senderId),
      latestMessageByTopic: heads,
    });
    return result ?? { ...UNRENDERABLE, html: asItIs(content), isMeMessage: false };
  }

  /** Descriptions of organizations and channels: no mention notifies anybody. */
  async plain(text: string): Promise<string> {
    if (text === '') return '';
    return this.htmlOf(text, this.description(collectReferences(text)));
  }

  async profileValue(text: string): Promise<string> {
    return this.htmlOf(text, { realmUrl: this.address.realmUrl, linkifiers: this.facts.linkifiers });
  }

  linksOfTopic(topic: string): TopicLink[] {
    return topicLinks(topic, this.facts.linkifiers);
  }

  /** Topics that a text links to, with the recipient in which they are. */
  linkedTopics(content: string): { key: string; recipientId: number; topic: string }[] {
    if (!content.includes('#**')) return [];
    return collectReferences(content).topics.flatMap(({ channelName, topic }) => {
      const channel = this.facts.channels.get(channelName);
      return channel ? [{ key: topicKey(channel.id, topic), recipientId: channel.recipientId, topic }] : [];
    });
  }

  private async htmlOf(text: string, context: RenderContext): Promise<string> {
    const { result } = await this.renderer.render(text, context);
    return result?.html ?? asItIs(text);
  }

  /** Only what the text names: it may go to a thread, and an organization has very many people. */
  private description({ userIds, userNames, groupNames }: ContentReferences): RenderContext {
    const { facts } = this;
    return {
      realmUrl: this.address.realmUrl,
      linkifiers: facts.linkifiers,
      customEmoji: facts.customEmoji,
      mediaProxyKey: this.address.mediaProxyKey,
      usersById: only(facts.usersById, userIds),
      usersByName: only(facts.usersByName, userNames.map(mentionNameKey)),
      groupsByName: only(facts.groupsByName, groupNames),
    };
  }

  private channels({ channelNames }: ContentReferences, senderId: number): ReadonlyMap<string, number> | undefined {
    if (channelNames.length === 0) return undefined;
    const found = new Map<string, number>();
    for (const name of channelNames) {
      const channel = this.facts.channels.get(name);
      if (channel && this.facts.mayLink(senderId, channel)) found.set(name, channel.id);
    }
    return found;
  }
}

function only<Key, Value>(all: ReadonlyMap<Key, Value>, keys: readonly Key[]): ReadonlyMap<Key, Value> {
  const some = new Map<Key, Value>();
  for (const key of keys) {
    const value = all.get(key);
    if (value !== undefined) some.set(key, value);
  }
  return some;
}

function asItIs(text: string): string {
  return `<p>${text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)}</p>`;
}
