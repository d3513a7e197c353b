import { mentionNameKey, type MentionUser, type RenderContext } from '../context';
import { escapeLiteral } from '../html';
import { Trigger, type InlineRule } from './inline-state';

const USER_MENTION = /(?<![^\s'"({[/<])@(_?)\*\*([^*]+)\*\*/g;
const GROUP_MENTION = /(?<![^\s'"({[/<])@(_?)\*([^*]+)\*/g;
const NAME_AND_ID = /^(.+)?\|(\d{1,15})$/s;

const CHANNEL_WILDCARDS: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream']);
const TOPIC_WILDCARD = 'topic';

const SYSTEM_GROUP_NAMES: ReadonlyMap<string, string> = new Map([
  ['role:nobody', 'Nobody'],
  ['role:owners', 'Owners'],
  ['role:administrators', 'Administrators'],
  ['role:moderators', 'Moderators'],
  ['role:fullmembers', 'Full members'],
  ['role:members', 'Members'],
  ['role:everyone', 'Everyone'],
  ['role:internet', 'Everyone on the internet'],
]);

/** The name that people see: system groups have one besides `role:…`. */
export function groupDisplayName(name: string): string {
  return SYSTEM_GROUP_NAMES.get(name) ?? name;
}

function findUser(name: string, context: RenderContext): MentionUser | undefined {
  const byId = NAME_AND_ID.exec(name);
  if (byId === null) return context.usersByName?.get(mentionNameKey(name));
  const [, fullName, id] = byId;
  const user = context.usersById?.get(Number(id));
  return fullName === undefined || user?.fullName === fullName ? user : undefined;
}

function mentionHtml(className: string, data: string, name: string, isSilent: boolean): string {
  const text = escapeLiteral(name);
  return isSilent
    ? `<span class="${className} silent"${data}>${text}</span>`
    : `<span class="${className}"${data}>@${text}</span>`;
}

function wildcardHtml(name: string, isSilent: boolean): string {
  if (name === TOPIC_WILDCARD) return mentionHtml('topic-mention', '', name, isSilent);
  return mentionHtml('user-mention channel-wildcard-mention', ' data-user-id="*"', name, isSilent);
}

/** `@**user**`, `@**user|id**`, wildcards, and their silent forms (markdown.md 7). */
export const userMentions: InlineRule = {
  all: Trigger.at | Trigger.star,
  any: 0,
  apply(text, state) {
    return text.replace(USER_MENTION, (whole, underscore: string, name: string) => {
      const isSilentForm = underscore !== '';
      if (CHANNEL_WILDCARDS.has(name) || name === TOPIC_WILDCARD) {
        return state.stash.put(wildcardHtml(name, isSilentForm));
      }
      const user = findUser(name, state.context);
      if (user === undefined) return whole;
      const isSilent = isSilentForm || !user.isActive;
      return state.stash.put(mentionHtml('user-mention', ` data-user-id="${user.id}"`, user.fullName, isSilent));
    });
  },
};

/** `@*group*` and its silent form. */
export const groupMentions: InlineRule = {
  all: Trigger.at | Trigger.star,
  any: 0,
  apply(text, { context, stash }) {
    return text.replace(GROUP_MENTION, (whole, underscore: string, name: string) => {
      const group = context.groupsByName?.get(name);
      if (group === undefined) return whole;
      const isSilent = underscore !== '' || !group.isActive;
      const displayName = groupDisplayName(group.name);
      return stash.put(mentionHtml('user-group-mention', ` data-user-group-id="${group.id}"`, displayName, isSilent));
    });
  },
};

/** Whom the mentions of a text name that are not silent (markdown.md 7.2). */
export interface Mentions {
  userIds: ReadonlySet<number>;
  groupIds: ReadonlySet<number>;
  channelWildcard: boolean;
  topicWildcard: boolean;
}

const NO_MENTIONS: Mentions = {
  userIds: new Set(),
  groupIds: new Set(),
  channelWildcard: false,
  topicWildcard: false,
};
const LOUD_MENTION =
  /<span class="(?:user-mention" data-user-id="(\d+)"|user-group-mention" data-user-group-id="(\d+)"|user-mention (channel)-wildcard-mention"|topic-mention">)/g;

/** The mentions of finished HTML: only what was really rendered counts, wherever else its markup stood. */
export function mentionsIn(html: string): Mentions {
  if (!html.includes('-mention"')) return NO_MENTIONS;
  const userIds = new Set<number>();
  const groupIds = new Set<number>();
  let channelWildcard = false;
  let topicWildcard = false;
  for (const [, userId, groupId, channel] of html.matchAll(LOUD_MENTION)) {
    if (userId !== undefined) userIds.add(Number(userId));
    else if (groupId !== undefined) groupIds.add(Number(groupId));
    else if (channel !== undefined) channelWildcard = true;
    else topicWildcard = true;
  }
  return { userIds, groupIds, channelWildcard, topicWildcard };
}
