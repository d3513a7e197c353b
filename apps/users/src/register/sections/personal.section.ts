import { PersonalRow } from '../state/register-rows';
import { RegisterState, topicText } from '../state/register-state';
import { ONBOARDING_STEPS } from '../../shared/realm-facts/server-facts';

type Fields = Record<string, unknown>;

const NOTHING: PersonalRow = {
  alert_words: [],
  muted_users: [],
  user_topics: [],
  done_steps: [...ONBOARDING_STEPS],
  has_zoom_token: false,
  drafts: [],
  scheduled_messages: [],
  reminders: [],
  saved_snippets: [],
  navigation_views: [],
  push_devices: [],
  devices: [],
};

/** Channels that personal lists refer to. */
export type ChannelNames = ReadonlyMap<number, { name: string; is_archived: boolean }>;

/** What belongs to the viewer alone; empty for spectators (`rows` null). */
export function personalFields(state: RegisterState, rows: PersonalRow | null, channels: ChannelNames): Fields {
  const row = rows ?? NOTHING;
  const { wanted, request } = state;
  const fields: Fields = {};
  if (wanted.has('alert_words')) fields.alert_words = row.alert_words;
  if (wanted.has('onboarding_steps')) {
    fields.onboarding_steps = onboardingSteps(state, row.done_steps);
    fields.navigation_tour_video_url = null;
  }
  if (wanted.has('drafts')) {
    const kept = state.account?.enable_drafts_synchronization ? row.drafts : [];
    fields.drafts = kept.map((item) => draft(item, request));
  }
  if (wanted.has('scheduled_messages')) {
    fields.scheduled_messages = row.scheduled_messages.map((item) => scheduledMessage(item, request));
  }
  if (wanted.has('reminders')) fields.reminders = row.reminders.map((reminder) => reminderObject(state, reminder));
  if (wanted.has('saved_snippets')) fields.saved_snippets = row.saved_snippets;
  if (wanted.has('navigation_views')) fields.navigation_views = row.navigation_views;
  if (wanted.has('video_calls')) {
    Object.assign(fields, { has_zoom_token: row.has_zoom_token, has_webex_token: false });
  }
  if (wanted.has('muted_users')) fields.muted_users = row.muted_users;
  if (wanted.has('push_device')) fields.push_devices = pushDevices(row.push_devices);
  if (wanted.has('device')) fields.devices = Object.fromEntries(row.devices.map(({ id, ...device }) => [id, device]));
  return { ...fields, ...topicFields(state, row.user_topics, channels) };
}

function topicFields(state: RegisterState, rows: PersonalRow['user_topics'], channels: ChannelNames): Fields {
  const { wanted, request } = state;
  const fields: Fields = {};
  const shown = rows.filter((row) => channels.get(row.channel_id)?.is_archived === false);
  if (wanted.hasMutedTopics) {
    fields.muted_topics = shown
      .filter((row) => row.visibility_policy === 1)
      .map((row) => [channels.get(row.channel_id)?.name, topicText(row.topic, request), row.last_updated]);
  }
  if (wanted.has('user_topic')) {
    fields.user_topics = shown.map((row) => ({
      stream_id: row.channel_id,
      topic_name: topicText(row.topic, request),
      last_updated: row.last_updated,
      visibility_policy: row.visibility_policy,
    }));
  }
  return fields;
}

function onboardingSteps({ account }: RegisterState, done: readonly string[]): Fields[] {
  if (!account?.tutorial_enabled) return [];
  const left = ONBOARDING_STEPS.filter((name) => !done.includes(name));
  return left.map((name) => ({ type: 'one_time_notice', name }));
}

/** Only drafts for a channel have a topic; the others' is always empty. */
function draft(row: PersonalRow['drafts'][number], request: RegisterState['request']): Fields {
  const { id, kind, recipient_ids, content, timestamp } = row;
  const topic = kind === 'stream' ? topicText(row.topic, request) : row.topic;
  return { id, type: kind, to: recipient_ids, topic, content, timestamp };
}

function scheduledMessage(row: PersonalRow['scheduled_messages'][number], request: RegisterState['request']): Fields {
  const isChannel = row.kind === 'stream';
  return {
    scheduled_message_id: row.id,
    type: row.kind,
    to: isChannel ? row.channel_id : row.user_ids,
    ...(isChannel ? { topic: topicText(row.topic, request) } : {}),
    content: row.content,
    rendered_content: row.rendered_content,
    scheduled_delivery_timestamp: row.deliver_at,
    failed: row.failed,
  };
}

function reminderObject({ account }: RegisterState, row: PersonalRow['reminders'][number]): Fields {
  return {
    reminder_id: row.id,
    type: 'private',
    to: [account?.id],
    content: row.content,
    rendered_content: row.rendered_content,
    scheduled_delivery_timestamp: row.deliver_at,
    failed: row.failed,
    reminder_target_message_id: row.target_message_id,
  };
}

function pushDevices(rows: PersonalRow['push_devices']): Fields {
  return Object.fromEntries(
    rows.map(({ push_account_id, is_active, error_code }) => {
      const status = error_code !== null ? 'failed' : is_active ? 'active' : 'pending';
      return [push_account_id, { status, error_code }];
    }),
  );
}
