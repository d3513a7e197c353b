import type { LinkifierDefinition, MentionGroup, MentionUser, RenderContext } from '@stoa/markdown';
import type { State } from '../../store/state';

/** What the renderer is asked: a text with all that it depends on, as far as it can be known here. */
export interface EchoRequest {
  readonly content: string;
  readonly context: Pick<RenderContext, 'realmUrl' | 'emptyTopicName' | 'defaultCodeLanguage' | 'translateEmoticons'>;
  readonly users: readonly MentionUser[];
  readonly groups: readonly MentionGroup[];
  readonly channels: readonly { readonly id: number; readonly name: string }[];
  readonly topics: readonly { readonly channelId: number; readonly topic: string; readonly latestId: number }[];
  readonly emoji: readonly { readonly name: string; readonly sourceUrl: string }[];
  readonly linkifiers: readonly LinkifierDefinition[];
}

/** What the service alone can draw: polls and lists have a form of their own, and formulas are typeset there. */
const OF_THE_SERVICE = /^\/(?:poll|todo)\b|\$\$|^[ >]*(?:`{3,}|~{3,}) *(?:math|latex|tex)\b/m;

type Known = Pick<State, 'users' | 'groups' | 'channels' | 'topics' | 'emoji' | 'organization' | 'settings'>;

/** People that a text may name, the first of several with one name first. */
function usersIn({ users }: Known, content: string): MentionUser[] {
  if (!content.includes('@')) return [];
  const text = content.toLowerCase();
  return [...users.values()]
    .filter(({ user_id, full_name }) => text.includes(full_name.toLowerCase()) || text.includes(`|${user_id}*`))
    .map(({ user_id: id, full_name: fullName, is_active: isActive }) => ({ id, fullName, isActive }))
    .sort((a, b) => a.id - b.id);
}

function groupsIn({ groups }: Known, content: string): MentionGroup[] {
  if (!content.includes('@')) return [];
  return [...groups.values()]
    .filter(({ name }) => content.includes(name))
    .map(({ id, name, deactivated }) => ({ id, name, isActive: !deactivated }));
}

function channelsIn({ channels }: Known, content: string): EchoRequest['channels'] {
  if (!content.includes('#**')) return [];
  return [...channels.values()]
    .filter(({ name }) => content.includes(`#**${name}`))
    .map(({ stream_id: id, name }) => ({ id, name }));
}

function topicsIn({ topics }: Known, content: string, channels: EchoRequest['channels']): EchoRequest['topics'] {
  const text = content.toLowerCase();
  return channels.flatMap(({ id: channelId }) =>
    [...(topics.get(channelId)?.values() ?? [])]
      .filter(({ name }) => text.includes(`>${name.toLowerCase()}**`))
      .map(({ name: topic, maxId: latestId }) => ({ channelId, topic, latestId })),
  );
}

/** What to ask the renderer for a text; undefined for what only the service can render. */
export function echoRequest(state: Known, content: string): EchoRequest | undefined {
  if (OF_THE_SERVICE.test(content)) return undefined;
  const { organization, settings } = state;
  const channels = channelsIn(state, content);
  return {
    content,
    context: {
      realmUrl: organization.realm_url,
      emptyTopicName: organization.realm_empty_topic_display_name,
      defaultCodeLanguage: organization.realm_default_code_block_language,
      translateEmoticons: settings.translate_emoticons,
    },
    users: usersIn(state, content),
    groups: groupsIn(state, content),
    channels,
    topics: topicsIn(state, content, channels),
    emoji: [...state.emoji.values()]
      .filter(({ name, deactivated }) => !deactivated && content.includes(`:${name}:`))
      .map(({ name, source_url: sourceUrl }) => ({ name, sourceUrl })),
    linkifiers: organization.realm_linkifiers.map(({ pattern, url_template: urlTemplate }) => ({
      pattern,
      urlTemplate,
    })),
  };
}
