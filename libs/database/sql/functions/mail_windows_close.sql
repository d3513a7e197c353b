-- Ends the windows in which users' missed messages were collected for long enough, and makes a mail of each conversation:
-- the message's current channel and topic, or the direct conversation. Any number of processes may call it at once.
CREATE OR REPLACE FUNCTION mail_windows_close(p_limit int)
RETURNS TABLE (mail_job_id bigint, mail_realm_id int)
LANGUAGE plpgsql AS $$
DECLARE
  v_user_ids int[];
BEGIN
  WITH due AS MATERIALIZED (
    SELECT w.user_id FROM mail_window w JOIN account a ON a.id = w.user_id
    WHERE w.opened_at <= now() - make_interval(secs => a.email_notifications_batching_period_seconds)
    ORDER BY w.opened_at LIMIT p_limit FOR UPDATE OF w SKIP LOCKED),
  closed AS (DELETE FROM mail_window w USING due d WHERE w.user_id = d.user_id RETURNING w.user_id)
  SELECT array_agg(c.user_id) INTO v_user_ids FROM closed c;
  IF v_user_ids IS NULL THEN RETURN; END IF;
  -- A statement of its own: it sees what was noted until the windows were locked.
  RETURN QUERY WITH taken AS (
    UPDATE missed_message m SET taken_at = now() WHERE m.user_id = ANY (v_user_ids) AND m.taken_at IS NULL
    RETURNING m.user_id, m.realm_id, m.message_id, m.happened_at)
  INSERT INTO mail_job (realm_id, user_id, kind, message_ids, happened_at)
  SELECT t.realm_id, t.user_id, 'missed_messages', array_agg(t.message_id ORDER BY t.message_id), min(t.happened_at)
  FROM taken t JOIN message m ON m.id = t.message_id
  GROUP BY t.realm_id, t.user_id, m.recipient_id, lower(m.topic) ORDER BY t.user_id, max(t.message_id)
  RETURNING id, realm_id;
END $$;
