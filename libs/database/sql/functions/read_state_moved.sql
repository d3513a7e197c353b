-- What a move between channels does to flags and read bits (messages.md 5.5). To be called BEFORE the messages themselves
-- get their new recipient and move: whoever was ever subscribed to the old channel and is not now to the new one loses the
-- rows; subscribers of a protected destination get what they do not hold, as read.
-- Callers hold the channel's lock, shared.
CREATE OR REPLACE FUNCTION read_state_moved(p_message_ids bigint[], p_from_recipient_id int, p_to_recipient_id int,
  p_to_protected boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_flag f WHERE f.message_id = ANY (p_message_ids)
    AND EXISTS (SELECT FROM membership_span s WHERE s.user_id = f.user_id AND s.recipient_id = p_from_recipient_id)
    AND NOT EXISTS (SELECT FROM membership_span s
      WHERE s.user_id = f.user_id AND s.recipient_id = p_to_recipient_id AND s.last_message_id IS NULL);
  IF p_to_protected THEN
    PERFORM read_state_give(p_message_ids, p_to_recipient_id);
  END IF;
END $$;
