-- Users who hold a message, and how (message_receipt; 3: only by a row of their own). For a message that was moved often, all
-- users at once: asking message_receipt of each cost a look-up per user and move. Who holds it was subscribed at every move
-- from some one on: at all of them, and it counts how they received it; else one of those must have given it to them.
-- Callers hold the channel's lock, shared.
CREATE OR REPLACE FUNCTION message_holders(p_message_id bigint) RETURNS TABLE (user_id int, receipt int)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_message message%ROWTYPE;
BEGIN
  SELECT * INTO v_message FROM message m WHERE m.id = p_message_id;
  IF v_message.moves = '{}' THEN
    RETURN QUERY SELECT s.user_id, 1 FROM membership_span s
      WHERE s.recipient_id = v_message.origin_recipient_id AND s.is_active AND s.first_message_id < p_message_id
        AND (s.last_message_id IS NULL OR p_message_id < s.last_message_id)
      UNION ALL SELECT d.user_id, 1 FROM direct_message_receipt d WHERE d.message_id = p_message_id
      UNION ALL SELECT f.user_id, 3 FROM message_flag f
        WHERE f.message_id = p_message_id AND f.bits & 64 <> 0;
  ELSE
    RETURN QUERY WITH moved AS (
        SELECT v.id, v.to_recipient_id, v.to_protected, row_number() OVER (ORDER BY v.id DESC) AS place
          FROM message_move v WHERE v.id = ANY (v_message.moves)),
      present AS (
        SELECT s.user_id, v.to_protected, v.place,
            row_number() OVER (PARTITION BY s.user_id ORDER BY v.place) AS expected_place
          FROM moved v JOIN membership_span s ON s.recipient_id = v.to_recipient_id
            AND s.first_message_id < v.id AND (s.last_message_id IS NULL OR v.id < s.last_message_id)),
      stayed AS (
        SELECT p.user_id, count(*) AS length, bool_or(p.to_protected) AS was_given
          FROM present p WHERE p.place = p.expected_place GROUP BY p.user_id),
      holders AS (
        SELECT t.user_id, CASE
            WHEN t.length = (SELECT count(*) FROM moved) AND EXISTS (SELECT FROM membership_span s
              WHERE s.user_id = t.user_id AND s.recipient_id = v_message.origin_recipient_id AND s.is_active
                AND s.first_message_id < p_message_id
                AND (s.last_message_id IS NULL OR p_message_id < s.last_message_id)) THEN 1
            WHEN t.was_given THEN 2 ELSE 0 END AS receipt
          FROM stayed t)
      SELECT h.user_id, h.receipt FROM holders h WHERE h.receipt > 0
      UNION ALL SELECT f.user_id, 3 FROM message_flag f
        WHERE f.message_id = p_message_id AND f.bits & 64 <> 0
          AND NOT EXISTS (SELECT FROM holders h WHERE h.user_id = f.user_id AND h.receipt > 0);
  END IF;
END $$;
