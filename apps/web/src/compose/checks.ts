import {
  canCreateTopic,
  canMentionWildcard,
  decidePost,
  decideTopic,
  isOpenToNewTopics,
  policyAfterSend,
} from '@stoa/policy';
import { isIn } from '../store/groups';
import { SettingGroups, policyUserOf, standingOf } from '../store/standing';
import type { Channel, State } from '../store/state';
import { isResolved, topicKey } from '../store/topics';
import { directMessageDecision } from '../store/user-permissions';
import { TopicPolicy, countsTowardHome, topicPolicy } from '../store/unread-counts';
import { userOf } from '../store/users';
import { hasMark } from './pending-quotes';
import type { Target } from './target';

/** Why a message cannot be sent now (web-details.md D.2). */
export type Problem =
  | {
      readonly kind:
        | 'empty'
        | 'uploading'
        | 'quoting'
        | 'scheduling'
        | 'no-channel'
        | 'archived'
        | 'topic-needed'
        | 'only-empty-topic';
    }
  | {
      readonly kind:
        'may-not-post' | 'may-not-begin-topic' | 'nobody' | 'directs-disabled' | 'nobody-authorizes' | 'may-not-begin';
    }
  | { readonly kind: 'too-long'; readonly over: number }
  | { readonly kind: 'deactivated'; readonly name: string }
  | { readonly kind: 'wildcard'; readonly name: string };

/** What a person should know, or agree to, before sending. */
export type Warning =
  | { readonly kind: 'many-people'; readonly count: number; readonly name: string }
  | { readonly kind: 'not-subscribed'; readonly channelId: number }
  | { readonly kind: 'mentioned-outside'; readonly channelId: number; readonly userIds: readonly number[] }
  | { readonly kind: 'group-outside' | 'private-link'; readonly names: string }
  | { readonly kind: 'resolved'; readonly channelId: number; readonly topic: string }
  | { readonly kind: 'search' }
  /** Sending makes a muted topic unmuted or followed. */
  | { readonly kind: 'will-unmute' | 'will-follow' }
  | { readonly kind: 'guest'; readonly names: string };

export interface Written {
  readonly target: Target;
  readonly text: string;
  readonly isUploading?: boolean;
  /** The service is being asked to send it later. */
  readonly isScheduling?: boolean;
  /** The topics of the channel were asked for: one that is not there would be new. */
  readonly knowsTopics?: boolean;
  /** The view shows what it searches for, which the message may not be. */
  readonly isSearch?: boolean;
}

/** Text without code, in which nothing is a mention. */
function prose(text: string): string {
  return text.replaceAll(/(^|\n)(`{3,}|~{3,})[\s\S]*?(\n\2|$)/g, '\n').replaceAll(/(`+)[^`]*\1/g, '');
}

/** The first wildcard that a text mentions. */
export function wildcardIn(text: string): string | undefined {
  return /@\*\*(all|everyone|channel|stream|topic)\*\*/.exec(prose(text))?.[1];
}

/** People that a text mentions so that they are told. */
function mentionedIn(text: string, { users }: Pick<State, 'users'>): number[] {
  const names = [...prose(text).matchAll(/@\*\*([^*|\n]+)(?:\|(\d+))?\*\*/g)];
  return names.flatMap(([, name, id]) => {
    if (id !== undefined) return [Number(id)];
    const user = [...users.values()].find((one) => one.full_name === name);
    return user ? [user.user_id] : [];
  });
}

/** Groups that a text mentions, of which nobody is among these people. */
function groupsOutside(state: State, text: string, userIds: ReadonlySet<number>): string[] {
  const names = [...prose(text).matchAll(/(?<!\*)@\*(?!\*)([^*\n]+)\*(?!\*)/g)].map(([, name]) => name);
  return [...state.groups.values()]
    .filter((group) => names.includes(group.name) && !group.deactivated)
    .filter(({ id }) => ![...userIds].some((userId) => isIn(state, id, userId)))
    .map(({ name }) => name);
}

/** Private channels that a text links to, but for the one that it is written in. */
function privateLinks(state: State, text: string, channelId: number | undefined): string[] {
  const names = [...prose(text).matchAll(/#\*\*([^*>\n]+)(?:>[^*\n]*)?\*\*/g)].map(([, name]) => name);
  return [...state.channels.values()]
    .filter((channel) => channel.invite_only && channel.stream_id !== channelId && names.includes(channel.name))
    .map(({ name }) => `#${name}`);
}

/** Anybody may use a wildcard that reaches fewer people than this. */
const MANY = 15;

function audienceOf(state: State, channel: Channel, { name, topic }: { name: string; topic: string }): number {
  if (name !== 'topic') return channel.subscriber_count;
  const key = topicKey(topic);
  const senders = [...state.messages.values()]
    .filter((one) => one.type === 'stream' && one.stream_id === channel.stream_id && topicKey(one.topic) === key)
    .map(({ sender_id }) => sender_id);
  return new Set(senders).size;
}

function wildcardProblem(state: State, channel: Channel, { target, text }: Written): Problem | undefined {
  const name = wildcardIn(text);
  if (name === undefined || target.type !== 'channel') return undefined;
  const groups = new SettingGroups(state);
  const allowed = groups.idOf(state.organization.realm_can_mention_many_users_group);
  const audience = audienceOf(state, channel, { name, topic: target.topic ?? '' });
  const user = policyUserOf(state, state.userId);
  return canMentionWildcard(user, audience, allowed, groups.graph()) ? undefined : { kind: 'wildcard', name };
}

/** What is against a topic: the policy of its channel, or that the user may not begin it. */
export type TopicProblem = 'topic-needed' | 'only-empty-topic' | 'may-not-begin-topic';

/**
 * What is against a topic of a channel.
 * @param knowsTopics the topics of the channel were asked for: one that is not there would be new
 */
export function topicProblemIn(
  state: State,
  channel: Channel,
  { topic, knowsTopics = false }: { topic: string; knowsTopics?: boolean },
): TopicProblem | undefined {
  return (
    topicPolicyProblem(state, channel, topic) ?? (knowsTopics ? newTopicProblem(state, channel, topic) : undefined)
  );
}

function topicPolicyProblem(state: State, channel: Channel, topic: string): TopicProblem | undefined {
  const channelPolicy = channel.topics_policy;
  const realmPolicy = state.organization.realm_topics_policy;
  if (!isChannelPolicy(channelPolicy) || !isRealmPolicy(realmPolicy)) return undefined;
  switch (decideTopic(topic, channelPolicy, realmPolicy)) {
    case 'empty-not-allowed':
      return 'topic-needed';
    case 'only-empty-allowed':
      return 'only-empty-topic';
    case 'allowed':
      return undefined;
  }
}

function isRealmPolicy(policy: string): policy is 'allow_empty_topic' | 'disable_empty_topic' {
  return policy === 'allow_empty_topic' || policy === 'disable_empty_topic';
}

function isChannelPolicy(policy: string): policy is Parameters<typeof decideTopic>[1] {
  return policy === 'inherit' || policy === 'empty_topic_only' || isRealmPolicy(policy);
}

/** Who may begin topics, as far as the service knows of such a rule. */
function topicRule(state: State, { can_create_topic_group: value }: Channel) {
  const groups = new SettingGroups(state);
  return { rule: { canCreateTopicGroup: value === undefined ? null : groups.idOf(value) }, groups: groups.graph() };
}

/** Whether it matters which topics there are: not everybody may begin any. */
export function asksForTopics(state: State, channelId: number | undefined): boolean {
  const channel = channelId === undefined ? undefined : state.channels.get(channelId);
  if (!channel) return false;
  const { rule, groups } = topicRule(state, channel);
  return !isOpenToNewTopics(rule, groups);
}

/** Who may not begin topics writes to those that there are. */
function newTopicProblem(state: State, channel: Channel, topic: string): TopicProblem | undefined {
  if (state.topics.get(channel.stream_id)?.has(topicKey(topic))) return undefined;
  const { rule, groups } = topicRule(state, channel);
  const user = policyUserOf(state, state.userId);
  return canCreateTopic(rule, { user, groups }) ? undefined : 'may-not-begin-topic';
}

function channelProblem(state: State, written: Written): Problem | undefined {
  const { target } = written;
  if (target.type !== 'channel') return undefined;
  const channel = target.channelId === undefined ? undefined : state.channels.get(target.channelId);
  if (!channel) return { kind: 'no-channel' };
  if (channel.is_archived) return { kind: 'archived' };
  const { user, groups, isSubscribed, channel: place } = standingOf(state, channel);
  if (place && decidePost(place, { user, groups, isSubscribed, canForgeSender: false }) !== 'allowed') {
    return { kind: 'may-not-post' };
  }
  const topic = (target.topic ?? '').trim();
  const kind = topicProblemIn(state, channel, { topic, knowsTopics: written.knowsTopics });
  return kind ? { kind } : wildcardProblem(state, channel, written);
}

const DIRECT_PROBLEMS = {
  disabled: { kind: 'directs-disabled' },
  'nobody-authorizes': { kind: 'nobody-authorizes' },
  'cannot-initiate': { kind: 'may-not-begin' },
} as const satisfies Record<string, Problem>;

function directProblem(state: State, { target }: Written): Problem | undefined {
  if (target.type !== 'direct') return undefined;
  if (target.userIds.length === 0) return { kind: 'nobody' };
  const gone = target.userIds.map((id) => userOf(state, id)).find((user) => !user.is_active);
  if (gone) return { kind: 'deactivated', name: gone.full_name };
  const decision = directMessageDecision(state, target.userIds);
  return decision === 'allowed' ? undefined : DIRECT_PROBLEMS[decision];
}

/** Why the message cannot be sent; undefined when it can. */
export function problemOf(state: State, written: Written): Problem | undefined {
  const length = [...written.text.trimEnd()].length;
  const over = length - state.organization.max_message_length;
  const place = channelProblem(state, written) ?? directProblem(state, written);
  if (place) return place;
  if (written.isUploading) return { kind: 'uploading' };
  if (written.isScheduling) return { kind: 'scheduling' };
  if (hasMark(written.text)) return { kind: 'quoting' };
  if (over > 0) return { kind: 'too-long', over };
  return length === 0 || written.text.trim() === '' ? { kind: 'empty' } : undefined;
}

const CLOSED: ReadonlySet<Problem['kind']> = new Set<Problem['kind']>([
  ...(['archived', 'may-not-post', 'deactivated', 'directs-disabled', 'nobody-authorizes', 'may-not-begin'] as const),
]);

/** Why nothing can be written to a target, whatever it says; undefined where something can. */
export function closedReason(state: State, target: Target): Problem | undefined {
  const problem = channelProblem(state, { target, text: '' }) ?? directProblem(state, { target, text: '' });
  return problem && CLOSED.has(problem.kind) ? problem : undefined;
}

/** Warnings that hold a message until a person agrees. */
export function needsConsent({ kind }: Warning): boolean {
  return kind === 'many-people' || kind === 'not-subscribed';
}

const WARNING_AFTER: Readonly<Record<number, Warning>> = {
  [TopicPolicy.Unmuted]: { kind: 'will-unmute' },
  [TopicPolicy.Followed]: { kind: 'will-follow' },
};

/** A muted topic that the service unmutes or follows when the user writes there, as the user's settings say. */
function mutedWarnings(state: State, channel: Channel, { target, knowsTopics = false }: Written): Warning[] {
  if (target.type !== 'channel' || target.topic === undefined) return [];
  const { stream_id: channelId } = channel;
  const topic = target.topic.trim();
  if (countsTowardHome(state, channelId, topic)) return [];
  const after = policyAfterSend({
    followTopicsPolicy: state.settings.automatically_follow_topics_policy,
    unmuteTopicsPolicy: state.settings.automatically_unmute_topics_in_muted_streams_policy,
    initiatesTopic: knowsTopics && state.topics.get(channelId)?.has(topicKey(topic)) !== true,
    hasMutedChannel: channel.subscription?.is_muted === true,
    currentPolicy: topicPolicy(state, channelId, topic),
  });
  const warning = after === null ? undefined : WARNING_AFTER[after];
  return warning ? [warning] : [];
}

function channelWarnings(state: State, written: Written): Warning[] {
  const { target, text } = written;
  const channel =
    target.type === 'channel' && target.channelId !== undefined ? state.channels.get(target.channelId) : undefined;
  if (!channel || target.type !== 'channel') return [];
  const warnings: Warning[] = [];
  const name = wildcardIn(text);
  const count = name === undefined ? 0 : audienceOf(state, channel, { name, topic: target.topic ?? '' });
  if (name !== undefined && count > MANY) warnings.push({ kind: 'many-people', count, name });
  if (!channel.isSubscribed) warnings.push({ kind: 'not-subscribed', channelId: channel.stream_id });
  const subscribers = state.subscribers.get(channel.stream_id);
  const outside = subscribers?.isComplete ? mentionedIn(text, state).filter((id) => !subscribers.ids.has(id)) : [];
  if (outside.length > 0) {
    warnings.push({ kind: 'mentioned-outside', channelId: channel.stream_id, userIds: [...new Set(outside)] });
  }
  const groups = subscribers?.isComplete ? groupsOutside(state, text, subscribers.ids) : [];
  if (groups.length > 0) warnings.push({ kind: 'group-outside', names: groups.join(', ') });
  const links = privateLinks(state, text, channel.stream_id);
  if (links.length > 0) warnings.push({ kind: 'private-link', names: links.join(', ') });
  if (target.topic !== undefined && isResolved(target.topic)) {
    warnings.push({ kind: 'resolved', channelId: channel.stream_id, topic: target.topic });
  }
  return [...warnings, ...mutedWarnings(state, channel, written)];
}

/** What should be known before sending. */
export function warningsOf(state: State, written: Written): Warning[] {
  const search: Warning[] = written.isSearch ? [{ kind: 'search' }] : [];
  return [...search, ...placeWarnings(state, written)];
}

function placeWarnings(state: State, written: Written): Warning[] {
  const { target } = written;
  if (target.type === 'channel') return channelWarnings(state, written);
  if (!state.organization.realm_enable_guest_user_dm_warning) return [];
  const guests = target.userIds.map((id) => userOf(state, id)).filter((user) => user.is_guest);
  return guests.length === 0 ? [] : [{ kind: 'guest', names: guests.map((user) => user.full_name).join(', ') }];
}

/**
 * What a wildcard does that an edit brings: everybody is told of it then. One that the message has had already tells
 * nobody again.
 * @param source what the message said before
 */
export function wildcardOfEdit(
  state: State,
  { target, text }: Written,
  source: string,
): { readonly problem?: Problem; readonly warning?: Warning } {
  const isNew = wildcardIn(text) !== undefined && wildcardIn(source) === undefined;
  const channel =
    target.type === 'channel' && target.channelId !== undefined ? state.channels.get(target.channelId) : undefined;
  if (!isNew || !channel) return {};
  return {
    problem: wildcardProblem(state, channel, { target, text }),
    warning: channelWarnings(state, { target, text }).find(({ kind }) => kind === 'many-people'),
  };
}
