/** Visibility policies of a topic (channels.md 3.5). */
const TopicPolicy = { None: 0, Muted: 1, Unmuted: 2, Followed: 3 } as const;

/** Values of the settings that change a policy by themselves (messages.md 3, "Automatic topic policy"). */
const Trigger = { Participate: 1, Send: 2, Initiate: 3, Never: 4 } as const;

export interface SendTrigger {
  followTopicsPolicy: number;
  unmuteTopicsPolicy: number;
  /** No earlier message of the topic is accessible to the sender. */
  initiatesTopic: boolean;
  hasMutedChannel: boolean;
  currentPolicy: number;
}

/** Whether a send can change the sender's policy at all: spares the look-up of topic and policy for nearly all sends. */
export function mayChangePolicy(settings: Omit<SendTrigger, 'currentPolicy' | 'initiatesTopic'>): {
  ifInitiating: boolean;
  otherwise: boolean;
} {
  const fulfils = (setting: number, initiating: boolean) =>
    setting === Trigger.Participate || setting === Trigger.Send || (initiating && setting === Trigger.Initiate);
  const may = (initiating: boolean) =>
    fulfils(settings.followTopicsPolicy, initiating) ||
    (settings.hasMutedChannel && fulfils(settings.unmuteTopicsPolicy, initiating));
  return { ifInitiating: may(true), otherwise: may(false) };
}

/** The sender's new policy for the topic, or null if it stays. Following wins over unmuting; nothing is ever lowered. */
export function policyAfterSend(trigger: SendTrigger): number | null {
  const fulfils = (setting: number) =>
    setting === Trigger.Participate ||
    setting === Trigger.Send ||
    (setting === Trigger.Initiate && trigger.initiatesTopic);
  if (trigger.currentPolicy === TopicPolicy.Followed) return null;
  if (fulfils(trigger.followTopicsPolicy)) return TopicPolicy.Followed;
  const canUnmute = trigger.hasMutedChannel && trigger.currentPolicy !== TopicPolicy.Unmuted;
  return canUnmute && fulfils(trigger.unmuteTopicsPolicy) ? TopicPolicy.Unmuted : null;
}

/** A human recipient who was mentioned follows the topic, unless it is followed or muted already. */
export function policyAfterMention(currentPolicy: number): number | null {
  return currentPolicy === TopicPolicy.Followed || currentPolicy === TopicPolicy.Muted ? null : TopicPolicy.Followed;
}

/**
 * A subscriber's new policy after reacting in the topic or answering a poll there, which only the setting
 * "participation" heeds; null if it stays.
 */
export function policyAfterParticipation(trigger: Omit<SendTrigger, 'initiatesTopic'>): number | null {
  if (trigger.currentPolicy === TopicPolicy.Followed) return null;
  if (trigger.followTopicsPolicy === Trigger.Participate) return TopicPolicy.Followed;
  const canUnmute = trigger.hasMutedChannel && trigger.currentPolicy !== TopicPolicy.Unmuted;
  return canUnmute && trigger.unmuteTopicsPolicy === Trigger.Participate ? TopicPolicy.Unmuted : null;
}
