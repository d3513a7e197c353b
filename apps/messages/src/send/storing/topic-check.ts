import { DomainError, badRequest } from '@stoa/errors';
import { DirectoryChannel, RealmSettings } from '@stoa/directory';
import { DEFAULT_EMPTY_TOPIC_NAME } from '@stoa/markdown';
import { TopicDecision, decideTopic } from '@stoa/policy';

/** @throws DomainError with the display name as a field, for clients that show it (channels.md 11.1) */
export function checkTopic(
  topic: string,
  channel: Pick<DirectoryChannel, 'topicsPolicy'>,
  settings: Pick<RealmSettings, 'topicsPolicy'>,
): void {
  refuseTopic(decideTopic(topic, channel.topicsPolicy, settings.topicsPolicy));
}

/** The topic has no message yet, and who would begin it may not (channels.md 2.1). */
export function mayNotCreateTopics(): DomainError {
  return badRequest('You do not have permission to create new topics in this channel.');
}

/** @throws DomainError unless the decision is `allowed` */
export function refuseTopic(decision: TopicDecision): void {
  const data = { empty_topic_display_name: DEFAULT_EMPTY_TOPIC_NAME };
  if (decision === 'empty-not-allowed') {
    const message = `Sending messages to the ${DEFAULT_EMPTY_TOPIC_NAME} is not allowed in this channel.`;
    throw badRequest(message, data);
  }
  if (decision === 'only-empty-allowed') {
    throw badRequest(`Only the ${DEFAULT_EMPTY_TOPIC_NAME} topic is allowed in this channel.`, data);
  }
}
