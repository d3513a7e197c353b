import { mentionNameKey, type MentionUser, type RenderContext } from '../context';
import { escapeLiteral } from '../html';
import { Trigger, type InlineRule, type InlineState } from './inline-state';

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

function wildcardHtml(name: string, isSilent: boolean, { effects }: InlineState): string {
  if (name === TOPIC_WILDCARD) {
    if (!isSilent) effects.topicWildcard = true;
    return mentionHtml('topic-mention', '', name, isSilent);
  }
  if (!isSilent) effects.channelWildcard = true;
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
        return state.stash.put(wildcardHtml(name, isSilentForm, state));
      }
      const user = findUser(name, state.context);
      if (user === undefined) return whole;
      const isSilent = isSilentForm || !user.isActive;
      if (!isSilent) state.effects.userIds.add(user.id);
      return state.stash.put(mentionHtml('user-mention', ` data-user-id="${user.id}"`, user.fullName, isSilent));
    });
  },
};

/** `@*group*` and its silent form. */
export const groupMentions: InlineRule = {
  all: Trigger.at | Trigger.star,
  any: 0,
  apply(text, { context, stash, effects }) {
    return text.replace(GROUP_MENTION, (whole, underscore: string, name: string) => {
      const group = context.groupsByName?.get(name);
      if (group === undefined) return whole;
      const isSilent = underscore !== '' || !group.isActive;
      if (!isSilent) effects.groupIds.add(group.id);
      const displayName = groupDisplayName(group.name);
      return stash.put(mentionHtml('user-group-mention', ` data-user-group-id="${group.id}"`, displayName, isSilent));
    });
  },
};
