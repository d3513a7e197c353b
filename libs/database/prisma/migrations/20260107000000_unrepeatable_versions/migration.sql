-- A version that is restored with the database is given out again, for something else: copies of a set that were made
-- before a restore, or a failover that lost its tail, then pass for current. So versions are counted anew in each life of the
-- database (from a start of its server or a promotion to the next), from a number that no life before can have reached: the
-- millisecond in which it began, times 2^12. Of two versions of one life the smaller one is always a part of the other's
-- history. (A set that changes more often in one life counts on into numbers that look like another's, and is read anew.)
CREATE TABLE "database_life" (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    -- start time / timeline / id of this table (a dump that is restored beside the old data makes another one)
    "identity" TEXT NOT NULL,
    -- milliseconds since 2026
    "began" BIGINT NOT NULL,

    CONSTRAINT "database_life_pkey" PRIMARY KEY ("is_only")
);
ALTER TABLE "database_life" ADD CONSTRAINT "database_life_is_only" CHECK ("is_only");

-- The lowest version of the present life. Its first caller stores when it began; the others wait for that commit.
CREATE FUNCTION first_version_of_life() RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  v_identity text := extract(epoch FROM pg_postmaster_start_time())::text || '/' ||
    left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || 'database_life'::regclass::oid;
  v_began bigint;
BEGIN
  SELECT began INTO v_began FROM database_life WHERE identity = v_identity;
  IF NOT FOUND THEN
    INSERT INTO database_life AS known (identity, began)
      VALUES (v_identity, floor(1000 * extract(epoch FROM clock_timestamp() - timestamptz '2026-01-01 00:00:00+00')))
      ON CONFLICT (is_only) DO UPDATE SET identity = excluded.identity, began = greatest(known.began + 1, excluded.began)
      WHERE known.identity <> excluded.identity
      RETURNING known.began INTO v_began;
    IF NOT FOUND THEN
      SELECT began INTO STRICT v_began FROM database_life WHERE identity = v_identity;
    END IF;
  END IF;
  RETURN v_began << 12;
END $$;

-- Gives sets their next versions. In the order of the keys: two writers never wait for each other in a circle.
CREATE FUNCTION set_versions_bump(p_keys text[]) RETURNS SETOF set_version
LANGUAGE plpgsql AS $$
DECLARE
  v_first bigint := first_version_of_life();
BEGIN
  RETURN QUERY
    INSERT INTO set_version AS known (key, version) SELECT k, v_first FROM unnest(p_keys) AS k ORDER BY k
    ON CONFLICT (key) DO UPDATE SET version = greatest(known.version + 1, excluded.version)
    RETURNING known.*;
END $$;

-- As before, and a direct message says "stale" when its recipient id does not stand for its participants: ids of
-- conversations that were lost are given out again, too.
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
