-- The answer to a call that has sent a message already; null if it has not. A call is asked again within seconds, so its
-- message is among the sender's newest. Not whether a visibility policy came with it: the event of that was sent.
CREATE OR REPLACE FUNCTION sent_by_call(p_sender_id int, p_send_token bigint) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', newest.id)
    FROM (SELECT m.id, m.send_token FROM message m WHERE m.sender_id = p_sender_id ORDER BY m.id DESC LIMIT 5000) newest
    WHERE newest.send_token = p_send_token
$$;
