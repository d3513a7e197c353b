-- Which of these messages a user holds. What has the same origin and the same moves is held alike by whoever received all
-- of it at its sending, or none: each such group is looked at once, so ten thousand messages of a topic cost as much as ten.
CREATE OR REPLACE FUNCTION messages_held(p_user_id int, p_message_ids bigint[]) RETURNS TABLE (message_id bigint)
LANGUAGE sql STABLE AS $$
  WITH sent AS MATERIALIZED (
    SELECT m.id, m.origin_recipient_id AS origin, m.moves, EXISTS (SELECT FROM membership_span s
        WHERE s.user_id = p_user_id AND s.recipient_id = m.origin_recipient_id AND s.is_active
          AND s.first_message_id < m.id AND (s.last_message_id IS NULL OR m.id < s.last_message_id)) AS is_covered
      FROM message m WHERE m.id = ANY (p_message_ids)),
  alike AS MATERIALIZED (
    SELECT g.origin, g.moves, g.is_covered, message_receipt(p_user_id, g.origin, g.any_id, g.moves) > 0 AS is_held
      FROM (SELECT origin, moves, is_covered, min(id) AS any_id FROM sent GROUP BY 1, 2, 3) g)
  SELECT s.id FROM sent s JOIN alike a ON a.origin = s.origin AND a.moves = s.moves AND a.is_covered = s.is_covered
    WHERE a.is_held
  UNION SELECT f.message_id FROM message_flag f
    WHERE f.user_id = p_user_id AND f.message_id = ANY (p_message_ids) AND f.bits & 64 <> 0
  UNION SELECT d.message_id FROM direct_message_receipt d
    WHERE d.user_id = p_user_id AND d.message_id = ANY (p_message_ids)
$$;
