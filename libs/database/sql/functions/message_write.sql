-- Writes one message if everything that its sender's decision rests on is still so: a send is one round trip (I2, I7). VOLATILE
-- PL/pgSQL takes a fresh snapshot for each statement, so what is read after the lock is what the lock protects.
--   status: sent | stale (stale_keys: sets whose version differs; decide again) | repeated (response: the first answer)
--           | in_progress (another request with this idempotency key) | key_reused (the key was used for another request)
--   p_topic, p_content, p_rendered_content: what users write
--   p_routing, p_body: the change; the texts "@MESSAGE_ID@" and "@SENT_AT@" in p_body stand for numbers not known yet
--   p_send: everything else by name, so that a new name needs no new function; what is null, or not there, is left out
--     realm_id to has_link: columns of `message`
--     keys, versions: sets that the decision rests on
--     receipt_user_ids: participants of a direct message, ascending
--     webhook_bot_ids: bots whose services are to be called
--     attachment_ids: files that the message claims, ascending. Their rows are locked, so that no file is deleted meanwhile and
--       concurrent claims of one file tell of each other; a file that is gone makes the send stale, without keys.
--     send_token: of the call. is_repetition: another replica may have served the call, or be serving it; its message is looked
--       for among the sender's newest, and what is written is kept under idempotency_key, so that the first call finds it if
--       that comes later. Both wait for each other.
--     claims_first: whether the events of the claims stand before those of p_body, or after them; p_routing names them already.
-- A direct message says "stale" when its recipient id does not stand for its participants: ids of conversations that were lost
-- with a restored backup are given out again.
CREATE OR REPLACE FUNCTION message_write(
  p_topic text, p_content text, p_rendered_content text, p_routing text, p_body text, p_send jsonb,
  OUT status text, OUT message_id bigint, OUT stale_keys text[], OUT response jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  v_send record;
  v_now timestamptz;
  v_sent_at timestamptz;
  v_stored idempotency_key%ROWTYPE;
  v_body text;
  v_claims text;
BEGIN
  SELECT * INTO v_send FROM jsonb_to_record(p_send) AS s(
    realm_id int, recipient_id int, sender_id int, renderer_version smallint, client_name text, topic_links jsonb,
    channel_wildcard boolean, is_me_message boolean, has_attachment boolean, has_image boolean, has_link boolean,
    partition smallint, channel_id int, keys text[], versions bigint[], read_user_ids int[], flag_user_ids int[],
    flag_bits int[], receipt_user_ids int[], policy_user_ids int[], policies smallint[], sets_first_message boolean,
    wants_link_previews boolean, webhook_bot_ids int[], attachment_ids int[], claims_first boolean, idempotency_key text, request_hash bytea, response jsonb,
    send_token bigint, is_repetition boolean);
  IF v_send.channel_id IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock_shared(2, v_send.channel_id);
  END IF;

  IF v_send.send_token IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(4, hashtext(v_send.sender_id || ':call:' || v_send.send_token));
    IF v_send.is_repetition THEN
      response := sent_by_call(v_send.sender_id, v_send.send_token);
    ELSE
      SELECT k.response INTO response FROM idempotency_key k
        WHERE k.user_id = v_send.sender_id AND k.key = 'call:' || v_send.send_token;
    END IF;
    IF response IS NOT NULL THEN
      status := 'repeated';
      RETURN;
    END IF;
  END IF;

  IF v_send.idempotency_key IS NOT NULL THEN
    IF v_send.is_repetition THEN
      PERFORM pg_advisory_xact_lock(4, hashtext(v_send.sender_id || ':' || v_send.idempotency_key));
    ELSIF NOT pg_try_advisory_xact_lock(4, hashtext(v_send.sender_id || ':' || v_send.idempotency_key)) THEN
      status := 'in_progress';
      RETURN;
    END IF;
    SELECT * INTO v_stored FROM idempotency_key k
      WHERE k.user_id = v_send.sender_id AND k.key = v_send.idempotency_key AND k.created_at > now() - interval '1 day';
    IF FOUND THEN
      status := CASE WHEN v_stored.request_hash = v_send.request_hash THEN 'repeated' ELSE 'key_reused' END;
      response := v_stored.response;
      RETURN;
    END IF;
  END IF;

  SELECT array_agg(k.key) INTO stale_keys
    FROM unnest(v_send.keys, v_send.versions) AS k(key, version) LEFT JOIN set_version v ON v.key = k.key
    WHERE COALESCE(v.version, 0) <> k.version;
  IF stale_keys IS NOT NULL THEN
    status := 'stale';
    RETURN;
  END IF;
  IF v_send.channel_id IS NULL AND NOT EXISTS (
    SELECT FROM direct_conversation d WHERE d.recipient_id = v_send.recipient_id AND d.realm_id = v_send.realm_id
      AND d.participants_key = md5(array_to_string(v_send.receipt_user_ids, ','))
  ) THEN
    status := 'stale';
    stale_keys := '{}';
    RETURN;
  END IF;
  IF v_send.attachment_ids IS NOT NULL THEN
    PERFORM 1 FROM attachment a WHERE a.id = ANY(v_send.attachment_ids) ORDER BY a.id FOR UPDATE;
    IF (SELECT count(*) FROM attachment a WHERE a.id = ANY(v_send.attachment_ids)) <> cardinality(v_send.attachment_ids) THEN
      status := 'stale';
      stale_keys := '{}';
      RETURN;
    END IF;
  END IF;

  v_now := clock_timestamp();
  v_sent_at := date_trunc('second', v_now);
  INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
      renderer_version, sent_at, channel_wildcard, is_me_message, client_name, topic_links,
      has_attachment, has_image, has_link, send_token)
    VALUES (v_send.realm_id, v_send.recipient_id, v_send.recipient_id, v_send.sender_id, p_topic, p_content, p_rendered_content,
      v_send.renderer_version, v_sent_at, v_send.channel_wildcard, v_send.is_me_message, v_send.client_name, v_send.topic_links,
      v_send.has_attachment, v_send.has_image, v_send.has_link, v_send.send_token)
    RETURNING id INTO message_id;

  IF v_send.receipt_user_ids IS NOT NULL THEN
    INSERT INTO direct_message_receipt (user_id, message_id, recipient_id)
      SELECT u, message_write.message_id, v_send.recipient_id FROM unnest(v_send.receipt_user_ids) AS u;
  END IF;
  IF v_send.read_user_ids IS NOT NULL THEN
    PERFORM read_bits_set(v_send.read_user_ids, message_id);
  END IF;
  IF v_send.flag_user_ids IS NOT NULL THEN
    INSERT INTO message_flag (user_id, message_id, bits)
      SELECT f.user_id, message_write.message_id, f.bits FROM unnest(v_send.flag_user_ids, v_send.flag_bits) AS f(user_id, bits);
  END IF;
  IF v_send.policy_user_ids IS NOT NULL THEN
    INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy, last_updated)
      SELECT p.user_id, v_send.channel_id, p_topic, p.policy, v_now
        FROM unnest(v_send.policy_user_ids, v_send.policies) AS p(user_id, policy)
      ON CONFLICT (user_id, channel_id, lower(topic))
      DO UPDATE SET visibility_policy = excluded.visibility_policy, last_updated = excluded.last_updated;
  END IF;
  IF v_send.sets_first_message THEN
    UPDATE channel SET first_message_id = message_write.message_id
      WHERE id = v_send.channel_id AND first_message_id IS NULL;
  END IF;
  IF v_send.wants_link_previews THEN
    INSERT INTO link_preview_job (message_id, realm_id) VALUES (message_write.message_id, v_send.realm_id);
  END IF;
  IF v_send.webhook_bot_ids IS NOT NULL THEN
    INSERT INTO webhook_call (realm_id, bot_id, message_id, trigger)
      SELECT v_send.realm_id, b, message_write.message_id,
          CASE WHEN v_send.channel_id IS NULL THEN 'direct_message' ELSE 'mention' END
        FROM unnest(v_send.webhook_bot_ids) AS b;
  END IF;
  IF v_send.idempotency_key IS NOT NULL THEN
    INSERT INTO idempotency_key (user_id, key, request_hash, response)
      VALUES (v_send.sender_id, v_send.idempotency_key, v_send.request_hash,
        v_send.response || jsonb_build_object('id', message_write.message_id))
      ON CONFLICT (user_id, key) DO UPDATE
        SET request_hash = excluded.request_hash, response = excluded.response, created_at = now();
  END IF;

  v_body := replace(replace(p_body, '"@MESSAGE_ID@"', message_id::text), '"@SENT_AT@"',
    extract(epoch FROM v_sent_at)::bigint::text);
  IF v_send.attachment_ids IS NOT NULL THEN
    INSERT INTO attachment_reference (attachment_id, message_id)
      SELECT a, message_write.message_id FROM unnest(v_send.attachment_ids) AS a;
    v_claims := attachment_updates(v_send.realm_id, v_send.attachment_ids);
    v_body := CASE WHEN v_send.claims_first
      THEN overlay(v_body PLACING '{"events":[' || substr(v_claims, 2) || ',' FROM 1 FOR length('{"events":['))
      ELSE left(v_body, -2) || v_claims || ']}' END;
  END IF;
  INSERT INTO outbox (partition, realm_id, routing, body) VALUES (v_send.partition, v_send.realm_id, p_routing, v_body);
  status := 'sent';
END $$;
