import { useClient } from '../client/client';
import { subscribeOthers, subscribeTo } from '../parts/channel-actions';
import { toggleTopicResolved } from '../parts/resolve-topic';
import { canSubscribeTo, channelPermissions, topicPermissions } from '../store/channel-permissions';
import type { State } from '../store/state';
import { userOf } from '../store/users';
import { t } from '../strings/strings';
import { Button } from '../ui/button';
import { type Problem, type Warning, needsConsent } from './checks';

/** Why it cannot be sent, in words. */
export function problemText(problem: Problem): string {
  switch (problem.kind) {
    case 'too-long':
      return t('problem.tooLong', { count: problem.over });
    case 'deactivated':
      return t('problem.deactivated', { name: problem.name });
    case 'wildcard':
      return t('problem.wildcard', { name: problem.name });
    default:
      return t(PROBLEMS[problem.kind]);
  }
}

const PROBLEMS = {
  empty: 'problem.empty',
  uploading: 'problem.uploading',
  quoting: 'problem.quoting',
  scheduling: 'problem.scheduling',
  'no-channel': 'problem.noChannel',
  archived: 'problem.archived',
  'topic-needed': 'problem.topicNeeded',
  'only-empty-topic': 'problem.onlyEmptyTopic',
  'may-not-post': 'problem.mayNotPost',
  'may-not-begin-topic': 'problem.mayNotBeginTopic',
  nobody: 'problem.nobody',
  'directs-disabled': 'problem.directsDisabled',
  'nobody-authorizes': 'problem.nobodyAuthorizes',
  'may-not-begin': 'problem.mayNotBegin',
} as const;

function warningText(state: State, warning: Warning): string {
  switch (warning.kind) {
    case 'many-people':
      return t('warning.manyPeople', { count: warning.count, name: warning.name });
    case 'not-subscribed':
      return t('warning.notSubscribed');
    case 'mentioned-outside':
      return t('warning.mentionedOutside', {
        names: warning.userIds.map((id) => userOf(state, id).full_name).join(', '),
      });
    case 'group-outside':
      return t('warning.groupOutside', { names: warning.names });
    case 'private-link':
      return t('warning.privateLink', { names: warning.names });
    case 'resolved':
      return t('warning.resolved');
    case 'search':
      return t('warning.search');
    case 'will-unmute':
      return t('warning.willUnmute');
    case 'will-follow':
      return t('warning.willFollow');
    case 'guest':
      return t('warning.guest', { names: warning.names });
  }
}

interface WarningBannerProps {
  warning: Warning;
  /** It holds the message: sending was tried. */
  isHolding: boolean;
  /** What agreeing does, in words; sending unless given. */
  agreeing?: string;
  onAgree: () => void;
}

/** Something to know before sending, with what can be done about it. */
export function WarningBanner({ warning, isHolding, agreeing, onAgree }: WarningBannerProps) {
  const client = useClient();
  const { store } = client;
  const state = store.get();
  const channel = 'channelId' in warning ? state.channels.get(warning.channelId) : undefined;
  return (
    <p className="compose-warning" role={isHolding ? 'alert' : 'status'}>
      <span>{warningText(state, warning)}</span>
      {warning.kind === 'not-subscribed' && channel && canSubscribeTo(state, channel) && (
        <Button onClick={() => subscribeTo(channel)}>{t('warning.subscribe')}</Button>
      )}
      {warning.kind === 'mentioned-outside' && channel && channelPermissions(state, channel).canAddSubscribers && (
        <Button onClick={() => subscribeOthers(channel, warning.userIds)}>{t('warning.subscribeThem')}</Button>
      )}
      {warning.kind === 'resolved' && channel && topicPermissions(state, channel, warning.topic).canResolve && (
        <Button onClick={() => void toggleTopicResolved(client, warning.channelId, warning.topic)}>
          {t('topic.unresolve')}
        </Button>
      )}
      {isHolding && needsConsent(warning) && (
        <Button kind="primary" onClick={onAgree}>
          {agreeing ?? t('warning.sendAnyway')}
        </Button>
      )}
    </p>
  );
}
