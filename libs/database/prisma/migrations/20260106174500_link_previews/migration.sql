-- Previews of linked pages (markdown.md 9.6): what is to be fetched for which message, what was fetched, and what each message
-- was rendered with.

-- A message whose links are to be looked at. Written with the message, gone with the transaction that renders it again. An
-- edit writes another row, so a row that is still there speaks of the content that is there.
CREATE TABLE "link_preview_job" (
    "id" BIGSERIAL NOT NULL,
    "message_id" BIGINT NOT NULL,
    "realm_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "link_preview_job_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "link_preview_job_message_id_key" ON "link_preview_job"("message_id");
CREATE INDEX "link_preview_job_due_at_idx" ON "link_preview_job"("due_at");

-- Pages that were looked at lately, whoever linked to them; without a preview if they had nothing to show.
CREATE TABLE "link_preview" (
    "url_digest" BYTEA NOT NULL,
    "url" TEXT NOT NULL,
    "preview" JSONB,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "link_preview_pkey" PRIMARY KEY ("url_digest")
);
CREATE INDEX "link_preview_expires_at_idx" ON "link_preview"("expires_at");

-- The previews in the stored HTML of a message, by address: whoever renders it again shows the same.
CREATE TABLE "message_link_preview" (
    "message_id" BIGINT NOT NULL,
    "previews" JSONB NOT NULL,

    CONSTRAINT "message_link_preview_pkey" PRIMARY KEY ("message_id")
);

-- How far messages whose HTML is of an older renderer have been rendered again; a row per version of the renderer.
CREATE TABLE "rendering_walk" (
    "renderer_version" SMALLINT NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
    "finished_at" TIMESTAMPTZ(6),
    "leased_until" TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
    "holder" TEXT,

    CONSTRAINT "rendering_walk_pkey" PRIMARY KEY ("renderer_version")
);

-- As before, and bit 32 of p_marks: links of the message are to be looked at.
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

CREATE OR REPLACE FUNCTION messages_edit_content(p_message_id bigint, p_edited_by int, p_at timestamptz, p_content text,
  p_rendered_content text, p_renderer_version smallint, p_marks int, p_has_entry boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT p_has_entry THEN
    INSERT INTO message_edit (message_id, user_id, edited_at, prev_content, prev_rendered_content, prev_renderer_version)
      SELECT m.id, p_edited_by, p_at, m.content, m.rendered_content, m.renderer_version
      FROM message m WHERE m.id = p_message_id;
  END IF;
  UPDATE message m SET content = p_content, rendered_content = p_rendered_content,
      renderer_version = p_renderer_version, last_edited_at = p_at,
      channel_wildcard = p_marks & 1 <> 0, is_me_message = p_marks & 2 <> 0,
      has_attachment = p_marks & 4 <> 0, has_image = p_marks & 8 <> 0, has_link = p_marks & 16 <> 0
    WHERE m.id = p_message_id;
  DELETE FROM link_preview_job WHERE message_id = p_message_id;
  DELETE FROM message_link_preview WHERE message_id = p_message_id;
  IF p_marks & 32 <> 0 THEN
    INSERT INTO link_preview_job (message_id, realm_id) SELECT m.id, m.realm_id FROM message m WHERE m.id = p_message_id;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION messages_delete(p_message_ids bigint[]) RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
  v_deleted bigint[];
BEGIN
  DELETE FROM message_flag WHERE message_id = ANY (p_message_ids);
  DELETE FROM direct_message_receipt WHERE message_id = ANY (p_message_ids);
  DELETE FROM reaction WHERE message_id = ANY (p_message_ids);
  DELETE FROM submessage WHERE message_id = ANY (p_message_ids);
  DELETE FROM message_edit WHERE message_id = ANY (p_message_ids);
  DELETE FROM attachment_reference WHERE message_id = ANY (p_message_ids);
  DELETE FROM link_preview_job WHERE message_id = ANY (p_message_ids);
  DELETE FROM message_link_preview WHERE message_id = ANY (p_message_ids);
  WITH gone AS (DELETE FROM message WHERE id = ANY (p_message_ids) RETURNING id)
    SELECT COALESCE(array_agg(id ORDER BY id), '{}') INTO v_deleted FROM gone;
  RETURN v_deleted;
END $$;
