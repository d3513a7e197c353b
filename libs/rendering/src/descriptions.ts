import { Injectable } from '@nestjs/common';
import { setKeys } from '@stoa/database';
import { Directory, type DirectoryUser, RealmChannels, RealmGroups, RealmSettings, RealmUsers } from '@stoa/directory';
import { type RenderContext, collectReferences, compileLinkifiers } from '@stoa/markdown';
import { AccessibleMentions } from './accessible-mentions';
import { customEmojiOf, linkableChannels } from './markup-context';
import { Rendering } from './rendering';

/** What a text about somebody or something is rendered with. */
export interface DescriptionFacts {
  /** Address of the organization, without trailing slash. */
  realmUrl: string;
  /** Signs addresses of external media; undefined when they are not proxied. */
  mediaProxyKey: string | undefined;
  settings: RealmSettings;
  users: RealmUsers;
  groups: RealmGroups;
  channels: RealmChannels;
}

/** Texts that are no messages (markdown.md 15): full markup without previews; mentions are shown, and notify nobody. */
@Injectable()
export class Descriptions {
  constructor(
    private readonly rendering: Rendering,
    private readonly mentions: AccessibleMentions,
    private readonly directory: Directory,
  ) {}

  /** @param author whose access decides what links to channels show. @throws DomainError `Unable to render message` */
  async html(text: string, author: DirectoryUser, facts: DescriptionFacts): Promise<string> {
    if (text === '') return '';
    const { settings } = facts;
    const references = collectReferences(text);
    const linkifiers = settings.linkifiers.map(({ pattern, url_template: urlTemplate }) => ({ pattern, urlTemplate }));
    const context: RenderContext = {
      realmUrl: facts.realmUrl,
      mediaProxyKey: facts.mediaProxyKey,
      defaultCodeLanguage: settings.defaultCodeBlockLanguage,
      customEmoji: customEmojiOf(settings),
      linkifiers: compileLinkifiers(linkifiers),
      ...(await this.mentions.of(references, author, facts)),
      channelIdsByName: await this.channelIds(references, author, facts),
    };
    return (await this.rendering.render(text, context)).html;
  }

  private async channelIds(
    references: ReturnType<typeof collectReferences>,
    author: DirectoryUser,
    facts: DescriptionFacts,
  ): Promise<ReadonlyMap<string, number>> {
    const named = references.channelNames.flatMap((name) => facts.channels.byName(name) ?? []);
    await this.directory.refresh(named.map(({ channelId }) => setKeys.channel(channelId)));
    const members = await Promise.all(named.map(({ channelId }) => this.directory.members.get(channelId)));
    const subscribed = new Set(
      members.filter((some) => some.isSubscribed(author.id)).map(({ channel }) => channel.channelId),
    );
    return linkableChannels(references, author, { ...facts, isSubscribed: (channelId) => subscribed.has(channelId) });
  }
}
