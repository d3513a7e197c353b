import {
  ContentReferences,
  RENDERER_VERSION,
  RenderContext,
  RenderResult,
  TopicLink,
  collectReferences,
  topicKey,
  topicLinks,
  tryRender,
} from '@stoa/markdown';
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

/** Renders imported texts with the service's one renderer, from what the archive says of the organization. */
export class TextRenderer {
  constructor(
    private readonly facts: RenderFacts,
    private readonly address: { realmUrl: string; mediaProxyKey: string | undefined },
  ) {}

  /** A message as its sender would have sent it. A text that cannot be rendered is shown as it is. */
  message(content: string, senderId: number, heads: TopicHeads): RenderResult {
    const references = collectReferences(content);
    const { facts } = this;
    const rendered = tryRender(content, {
      ...this.description(references),
      defaultCodeLanguage: facts.defaultCodeLanguage,
      translateEmoticons: facts.emoticonTranslators.has(senderId),
      hasMediaPreviews: facts.hasMediaPreviews,
      uploads: facts.uploads,
      channelIdsByName: this.channels(references, senderId),
      latestMessageByTopic: heads,
    });
    if (rendered.ok) return rendered.result;
    return { ...UNRENDERABLE, html: `<p>${escapeHtml(content)}</p>`, isMeMessage: false };
  }

  /** Descriptions of organizations and channels: no mention notifies anybody. */
  plain(text: string): string {
    if (text === '') return '';
    const rendered = tryRender(text, this.description(collectReferences(text)));
    return rendered.ok ? rendered.result.html : `<p>${escapeHtml(text)}</p>`;
  }

  profileValue(text: string): string {
    const rendered = tryRender(text, { realmUrl: this.address.realmUrl, linkifiers: this.facts.linkifiers });
    return rendered.ok ? rendered.result.html : `<p>${escapeHtml(text)}</p>`;
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

  private description(references: ContentReferences): RenderContext {
    const { facts } = this;
    return {
      realmUrl: this.address.realmUrl,
      linkifiers: facts.linkifiers,
      customEmoji: facts.customEmoji,
      mediaProxyKey: this.address.mediaProxyKey,
      ...(references.userIds.length + references.userNames.length + references.groupNames.length > 0
        ? { usersById: facts.usersById, usersByName: facts.usersByName, groupsByName: facts.groupsByName }
        : {}),
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
