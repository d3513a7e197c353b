import type { Draft } from '../draft';
import type { State } from '../state';
import { topicKey } from '../topics';
import type { EventOf } from './event';

/** What the user set up: settings, mutes, words, views. */

/** Only messages to come carry the flag of the new words. */
export function applyAlertWords(draft: Draft<State>, { alert_words }: EventOf<'alert_words'>): void {
  draft.set('alertWords', alert_words);
}

export function applyMutedUsers(draft: Draft<State>, { muted_users }: EventOf<'muted_users'>): void {
  draft.set('mutedUsers', new Map(muted_users.map(({ id, timestamp }) => [id, timestamp])));
}

export function applyOnboardingSteps(draft: Draft<State>, event: EventOf<'onboarding_steps'>): void {
  draft.set('onboardingSteps', event.onboarding_steps);
}

export function applySetting(draft: Draft<State>, { property, value }: EventOf<'user_settings'>): void {
  draft.set('settings', { ...draft.state.settings, [property]: value });
}

export function applyUserTopic(draft: Draft<State>, { id: _id, type: _type, ...row }: EventOf<'user_topic'>): void {
  const channels = draft.write('userTopics');
  const topics = draft.writeIn(channels, row.stream_id, () => new Map());
  if (row.visibility_policy === 0) topics.delete(topicKey(row.topic_name));
  else topics.set(topicKey(row.topic_name), row);
  if (topics.size === 0) channels.delete(row.stream_id);
}

export function applyNavigationView(draft: Draft<State>, event: EventOf<'navigation_view'>): void {
  const views = draft.write('navigationViews');
  if (event.op === 'add') views.set(event.navigation_view.fragment, event.navigation_view);
  else if (event.op === 'remove') views.delete(event.fragment);
  else {
    const view = views.get(event.fragment);
    if (view) views.set(event.fragment, { ...view, ...event.data });
  }
}
