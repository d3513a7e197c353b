/** What sends read from the directory, and gateways from the copies of their callers. */
export const READ_FROM_COPIES: ReadonlySet<string> = new Set([
  'default_language',
  ...['automatically_follow_topics_policy', 'automatically_unmute_topics_in_muted_streams_policy'],
  ...['automatically_follow_topics_where_mentioned', 'resolved_topic_notice_auto_read_policy'],
  ...['presence_enabled', 'receives_typing_notifications'],
  ...['send_private_typing_notifications', 'send_stream_typing_notifications', 'translate_emoticons'],
]);
