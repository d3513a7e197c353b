-- How the release before sends: message_write with a parameter for each value. Bits of p_marks: 1 channel wildcard, 2 status
-- message, 4 attachment, 8 image, 16 link, 32 links to be looked at. To be dropped a release after message_write came.
CREATE OR REPLACE FUNCTION message_send(
  p_realm_id int, p_partition smallint, p_channel_id int, p_recipient_id int, p_sender_id int,
  p_keys text[], p_versions bigint[],
  p_topic text, p_content text, p_rendered_content text, p_renderer_version smallint, p_client_name text,
  p_topic_links jsonb, p_marks int,
  p_read_user_ids int[], p_flag_user_ids int[], p_flag_bits int[], p_receipt_user_ids int[],
  p_policy_user_ids int[], p_policies smallint[], p_sets_first_message boolean,
  p_routing text, p_body text,
  p_idempotency_key text, p_request_hash bytea, p_response jsonb,
  p_attachment_ids int[],
  OUT status text, OUT message_id bigint, OUT stale_keys text[], OUT response jsonb
)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT w.* INTO status, message_id, stale_keys, response FROM message_write(
    p_topic, p_content, p_rendered_content, p_routing, p_body,
    jsonb_build_object(
      'realm_id', p_realm_id, 'recipient_id', p_recipient_id, 'sender_id', p_sender_id,
      'renderer_version', p_renderer_version, 'client_name', p_client_name, 'topic_links', p_topic_links,
      'channel_wildcard', p_marks & 1 <> 0, 'is_me_message', p_marks & 2 <> 0, 'has_attachment', p_marks & 4 <> 0,
      'has_image', p_marks & 8 <> 0, 'has_link', p_marks & 16 <> 0, 'wants_link_previews', p_marks & 32 <> 0)
    || jsonb_build_object(
      'partition', p_partition, 'channel_id', p_channel_id, 'keys', p_keys, 'versions', p_versions,
      'read_user_ids', p_read_user_ids, 'flag_user_ids', p_flag_user_ids, 'flag_bits', p_flag_bits,
      'receipt_user_ids', p_receipt_user_ids, 'policy_user_ids', p_policy_user_ids, 'policies', p_policies,
      'sets_first_message', p_sets_first_message, 'attachment_ids', p_attachment_ids,
      'idempotency_key', p_idempotency_key, 'request_hash', p_request_hash, 'response', p_response)
  ) w;
END $$;

-- The form without p_attachment_ids, which no release calls any more.
DROP FUNCTION IF EXISTS message_send(
  int, smallint, int, int, int, text[], bigint[], text, text, text, smallint, text, jsonb, int, int[], int[], int[], int[],
  int[], smallint[], boolean, text, text, text, bytea, jsonb
);
