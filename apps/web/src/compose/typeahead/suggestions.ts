import { isAmbiguous } from '../../store/users';
import type { State, User } from '../../store/state';
import type { EmojiChoice } from '../../parts/emoji-search';
import { t } from '../../strings/strings';
import type { TextEdit } from '../format';
import { mentionOf } from '../quote';
import type { Target } from '../target';
import { findChannels, findTopics } from './channels';
import { findLanguages } from './languages';
import { type Mentionable, findPeople } from './people';
import type { Trigger } from './trigger';

/** One line of the list, and what taking it types. */
export interface Suggestion {
  readonly key: string;
  /** What is shown first. */
  readonly text: string;
  /** What is said besides, more quietly. */
  readonly detail?: string;
  readonly user?: User;
  readonly emoji?: EmojiChoice;
  /** Typed in place of the sign and what follows it. */
  readonly insert: string;
  /** The caret then stands this far before the end. */
  readonly back?: number;
  /** So many characters before the caret are selected: what is typed next stands in their place. */
  readonly selected?: number;
  /** What is typed is asked for in a dialog. */
  readonly asks?: 'time';
}

/** Most lines of the list (web-details.md D.3). */
const MOST = 50;

/** Signs that would end or change the syntax of a link to a channel or topic. */
const BREAKING = /[`>*&[\]]|\$\$/;

function escaped(text: string): string {
  return text.replaceAll(/[\\[\]`*]/g, '\\$&');
}

interface Facts {
  state: State;
  target: Target;
  /** Loaded when the first emoji is named. */
  findEmoji?: (query: string, most: number) => readonly EmojiChoice[];
  /** The address of a topic or channel. */
  addressOf: (channelId: number, topic?: string) => string;
}

function ofPerson(one: Mentionable, { state, target }: Facts, isSilent: boolean): Suggestion {
  switch (one.kind) {
    case 'wildcard': {
      const insert = `@**${one.name}** `;
      const detail = one.name === 'topic' ? t('typeahead.ofTopic') : t('typeahead.ofAll');
      return { key: `!${one.name}`, text: one.name, detail, insert };
    }
    case 'group': {
      const { name, description, id } = one.group;
      return {
        key: `*${id}`,
        text: name,
        detail: description || t('typeahead.group'),
        insert: `@${isSilent ? '_' : ''}*${name}* `,
      };
    }
    case 'user': {
      const { user } = one;
      // Who does not take part in the conversation would not see what calls for attention.
      const isOutside =
        target.type === 'direct' && user.user_id !== state.userId && !target.userIds.includes(user.user_id);
      const mention = mentionOf(user.full_name, user.user_id, isAmbiguous(state, user), isSilent || isOutside);
      return {
        key: String(user.user_id),
        text: user.full_name,
        detail: user.is_bot ? t('user.bot') : (user.delivery_email ?? undefined),
        user,
        insert: `${mention} `,
      };
    }
  }
}

function channels({ query }: Trigger, { state, target, addressOf }: Facts): Suggestion[] {
  return findChannels(state, { query, target, most: MOST }).map(({ stream_id, name, description }) => ({
    key: String(stream_id),
    text: `#${name}`,
    detail: description,
    insert: BREAKING.test(name) ? `[#${escaped(name)}](${addressOf(stream_id)}) ` : `#**${name}>`,
  }));
}

function topics({ query, channel: name }: Trigger, { state, addressOf }: Facts): Suggestion[] {
  const channel = [...state.channels.values()].find((one) => one.name === name);
  if (!channel) return [];
  const written = query.trim();
  const link = (topic: string): string =>
    BREAKING.test(topic)
      ? `[#${escaped(`${channel.name} > ${topic}`)}](${addressOf(channel.stream_id, topic)}) `
      : `#**${channel.name}>${topic}** `;
  const known = findTopics(state, { channelId: channel.stream_id, query: written, most: MOST - 2 });
  const emptyName = state.organization.realm_empty_topic_display_name;
  const isNew = written !== '' && !known.includes(written);
  return [
    ...(written === ''
      ? [{ key: 'channel', text: `#${channel.name}`, detail: t('typeahead.channel'), insert: `#**${channel.name}** ` }]
      : []),
    ...known.map((topic) => ({ key: `t${topic}`, text: topic === '' ? emptyName : topic, insert: link(topic) })),
    ...(isNew ? [{ key: 'new', text: written, detail: t('typeahead.newTopic'), insert: link(written) }] : []),
  ];
}

/** What begins a message of a kind of its own, and what stands in place of its text until that is typed. */
const COMMANDS = [
  { name: 'me', detail: 'typeahead.me', placeholder: 'typeahead.mePlaceholder' },
  { name: 'poll', detail: 'typeahead.poll', placeholder: 'poll.heading' },
  { name: 'todo', detail: 'typeahead.todo', placeholder: 'todo.noTitle' },
] as const;

function commands({ query }: Trigger): Suggestion[] {
  return COMMANDS.filter(({ name }) => name.startsWith(query)).map(({ name, detail, placeholder }) => ({
    key: name,
    text: `/${name}`,
    detail: t(detail),
    insert: `/${name} ${t(placeholder)}`,
    selected: t(placeholder).length,
  }));
}

function languages({ query, fence }: Trigger, { state }: Facts): Suggestion[] {
  if (query === '' || !fence) return [];
  const { signs, isClosed } = fence;
  const preferred = state.organization.realm_default_code_block_language;
  const others = state.organization.realm_playgrounds.map(({ pygments_language }) => pygments_language);
  return findLanguages({ query, preferred, others })
    .slice(0, MOST)
    .map(({ name, alias }) => ({
      ...{ key: name, text: name, detail: alias },
      ...(isClosed ? { insert: `${signs}${name}` } : { insert: `${signs}${name}\n\n${signs}`, back: signs.length + 1 }),
    }));
}

/** What may be meant at the caret, the likeliest first. */
export function suggestionsFor(trigger: Trigger, facts: Facts): readonly Suggestion[] {
  const { kind, query } = trigger;
  switch (kind) {
    case 'mention':
    case 'silent-mention': {
      const isSilent = kind === 'silent-mention';
      const found = findPeople(facts.state, { query, target: facts.target, isSilent, most: MOST });
      return found.map((one) => ofPerson(one, facts, isSilent));
    }
    case 'channel':
      return channels(trigger, facts);
    case 'topic':
      return topics(trigger, facts);
    case 'emoji':
      return (facts.findEmoji?.(query, MOST) ?? []).map((emoji) => ({
        key: `${emoji.reaction_type} ${emoji.emoji_code}`,
        text: `:${emoji.names.find((name) => name.startsWith(query)) ?? emoji.emoji_name}:`,
        emoji,
        insert: `:${emoji.emoji_name}: `,
      }));
    case 'command':
      return commands(trigger);
    case 'time':
      return [{ key: 'time', text: '<time>', detail: t('typeahead.time'), insert: '', asks: 'time' }];
    case 'language':
      return languages(trigger, facts);
  }
}

/** What taking a suggestion does to the text. */
export function editOf(
  { insert, back = 0, selected = 0 }: Suggestion,
  { from, to }: Pick<TextEdit, 'from' | 'to'>,
): TextEdit {
  const caret = from + insert.length - back;
  return { from, to, insert, select: [caret - selected, caret] };
}
