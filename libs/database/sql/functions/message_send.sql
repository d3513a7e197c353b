-- Writes one message if everything that its sender's decision rests on is still so: a send is one round trip (I2, I7). VOLATILE
-- PL/pgSQL takes a fresh snapshot for each statement, so what is read after the lock is what the lock protects.
--   status: sent | stale (stale_keys: sets whose version differs; decide again) | repeated (response: the first answer)
--           | in_progress (another request with this idempotency key) | key_reused (the key was used for another request)
--   p_body, p_routing: the change; the texts "@MESSAGE_ID@" and "@SENT_AT@" in p_body stand for numbers not known yet
--   p_marks: 1 channel wildcard, 2 status message, 4 attachment, 8 image, 16 link, 32 links to be looked at
--   p_attachment_ids: files that the message claims, ascending, null for none. Their rows are locked, so that no file is deleted
--     meanwhile and concurrent claims of one file tell of each other; a file that is gone makes the send stale, without keys.
--     The events of the claims follow those of p_body; p_routing names them already.
-- A direct message says "stale" when its recipient id does not stand for its participants: ids of conversations that were lost
-- with a restored backup are given out again.
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
DECLARE
  v_now timestamptz;
  v_sent_at timestamptz;
  v_stored idempotency_key%ROWTYPE;
  v_body text;
BEGIN
  IF p_channel_id IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock_shared(2, p_channel_id);
  END IF;

  IF p_idempotency_key IS NOT NULL THEN
    IF NOT pg_try_advisory_xact_lock(4, hashtext(p_sender_id || ':' || p_idempotency_key)) THEN
      status := 'in_progress';
      RETURN;
    END IF;
    SELECT * INTO v_stored FROM idempotency_key k
      WHERE k.user_id = p_sender_id AND k.key = p_idempotency_key AND k.created_at > now() - interval '1 day';
    IF FOUND THEN
      status := CASE WHEN v_stored.request_hash = p_request_hash THEN 'repeated' ELSE 'key_reused' END;
      response := v_stored.response;
      RETURN;
    END IF;
  END IF;

  SELECT array_agg(k.key) INTO stale_keys
    FROM unnest(p_keys, p_versions) AS k(key, version) LEFT JOIN set_version v ON v.key = k.key
    WHERE COALESCE(v.version, 0) <> k.version;
  IF stale_keys IS NOT NULL THEN
    status := 'stale';
    RETURN;
  END IF;
  IF p_channel_id IS NULL AND NOT EXISTS (
    SELECT FROM direct_conversation d WHERE d.recipient_id = p_recipient_id AND d.realm_id = p_realm_id
      AND d.participants_key = md5(array_to_string(p_receipt_user_ids, ','))
  ) THEN
    status := 'stale';
    stale_keys := '{}';
    RETURN;
  END IF;
  IF p_attachment_ids IS NOT NULL THEN
    PERFORM 1 FROM attachment a WHERE a.id = ANY(p_attachment_ids) ORDER BY a.id FOR UPDATE;
    IF (SELECT count(*) FROM attachment a WHERE a.id = ANY(p_attachment_ids)) <> cardinality(p_attachment_ids) THEN
      status := 'stale';
      stale_keys := '{}';
      RETURN;
    END IF;
  END IF;

  v_now := clock_timestamp();
  v_sent_at := date_trunc('second', v_now);
  INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
      renderer_version, sent_at, channel_wildcard, is_me_message, client_name, topic_links,
      has_attachment, has_image, has_link, search_vector)
    VALUES (p_realm_id, p_recipient_id, p_recipient_id, p_sender_id, p_topic, p_content, p_rendered_content,
      p_renderer_version, v_sent_at, p_marks & 1 <> 0, p_marks & 2 <> 0, p_client_name, p_topic_links,
      p_marks & 4 <> 0, p_marks & 8 <> 0, p_marks & 16 <> 0,
      to_tsvector('english', p_topic || ' ' || p_content))
    RETURNING id INTO message_id;

  IF p_receipt_user_ids IS NOT NULL THEN
    INSERT INTO direct_message_receipt (user_id, message_id, recipient_id)
      SELECT u, message_send.message_id, p_recipient_id FROM unnest(p_receipt_user_ids) AS u;
  END IF;
  IF p_read_user_ids IS NOT NULL THEN
    PERFORM read_bits_set(p_read_user_ids, message_id);
  END IF;
  IF p_flag_user_ids IS NOT NULL THEN
    INSERT INTO message_flag (user_id, message_id, bits)
      SELECT f.user_id, message_send.message_id, f.bits FROM unnest(p_flag_user_ids, p_flag_bits) AS f(user_id, bits);
  END IF;
  IF p_policy_user_ids IS NOT NULL THEN
    INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy, last_updated)
      SELECT p.user_id, p_channel_id, p_topic, p.policy, v_now
        FROM unnest(p_policy_user_ids, p_policies) AS p(user_id, policy)
      ON CONFLICT (user_id, channel_id, lower(topic))
      DO UPDATE SET visibility_policy = excluded.visibility_policy, last_updated = excluded.last_updated;
  END IF;
  IF p_sets_first_message THEN
    UPDATE channel SET first_message_id = message_send.message_id WHERE id = p_channel_id AND first_message_id IS NULL;
  END IF;
  IF p_marks & 32 <> 0 THEN
    INSERT INTO link_preview_job (message_id, realm_id) VALUES (message_send.message_id, p_realm_id);
  END IF;
  IF p_idempotency_key IS NOT NULL THEN
    INSERT INTO idempotency_key (user_id, key, request_hash, response)
      VALUES (p_sender_id, p_idempotency_key, p_request_hash,
        p_response || jsonb_build_object('id', message_send.message_id))
      ON CONFLICT (user_id, key) DO UPDATE
        SET request_hash = excluded.request_hash, response = excluded.response, created_at = now();
  END IF;

  v_body := replace(replace(p_body, '"@MESSAGE_ID@"', message_id::text), '"@SENT_AT@"',
    extract(epoch FROM v_sent_at)::bigint::text);
  IF p_attachment_ids IS NOT NULL THEN
    INSERT INTO attachment_reference (attachment_id, message_id)
      SELECT a, message_send.message_id FROM unnest(p_attachment_ids) AS a;
    v_body := left(v_body, -2) || attachment_updates(p_realm_id, p_attachment_ids) || ']}';
  END IF;
  INSERT INTO outbox (partition, realm_id, routing, body) VALUES (p_partition, p_realm_id, p_routing, v_body);
  status := 'sent';
END $$;

-- The form without p_attachment_ids, which no release calls any more.
DROP FUNCTION IF EXISTS message_send(
  int, smallint, int, int, int, text[], bigint[], text, text, text, smallint, text, jsonb, int, int[], int[], int[], int[],
  int[], smallint[], boolean, text, text, text, bytea, jsonb
);
