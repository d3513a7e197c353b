import {
  type MentionUser,
  type RenderContext,
  compileLinkifiers,
  mentionNameKey,
  topicKey,
  tryRender,
} from '@stoa/markdown';
import type { EchoRequest } from './echo-request';

/** What a message on its way will look like. */
export interface LocalEcho {
  readonly html: string;
  readonly isMeMessage: boolean;
}

/** The first of several with one name is meant, as long as the text does not say which. */
function byName(users: readonly MentionUser[]): ReadonlyMap<string, MentionUser> {
  return new Map([...users].reverse().map((user) => [mentionNameKey(user.fullName), user]));
}

function contextOf(request: EchoRequest): RenderContext {
  const { context, users, groups, channels, topics, emoji, linkifiers } = request;
  return {
    ...context,
    usersById: new Map(users.map((user) => [user.id, user])),
    usersByName: byName(users),
    groupsByName: new Map(groups.map((group) => [group.name, group])),
    channelIdsByName: new Map(channels.map(({ id, name }) => [name, id])),
    latestMessageByTopic: new Map(
      topics.map(({ channelId, topic, latestId }) => [topicKey(channelId, topic), latestId]),
    ),
    customEmoji: new Map(emoji.map(({ name, sourceUrl }) => [name, { sourceUrl }])),
    linkifiers: compileLinkifiers(linkifiers),
  };
}

/** The HTML of a text, as the service would write it; undefined where that cannot be said here. */
export function echoOf(request: EchoRequest): LocalEcho | undefined {
  const rendered = tryRender(request.content, contextOf(request));
  if (!rendered.ok) return undefined;
  return { html: rendered.result.html, isMeMessage: rendered.result.isMeMessage };
}
