-- Gives one user's flag rows bits and takes bits away; rows without bits vanish.
CREATE OR REPLACE FUNCTION message_flag_change(p_user_id int, p_message_ids bigint[], p_add int, p_remove int) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF p_add <> 0 THEN
    INSERT INTO message_flag (user_id, message_id, bits) SELECT p_user_id, i, p_add FROM unnest(p_message_ids) AS i
      ON CONFLICT (user_id, message_id) DO UPDATE SET bits = message_flag.bits | excluded.bits;
  END IF;
  IF p_remove <> 0 THEN
    DELETE FROM message_flag f WHERE f.user_id = p_user_id AND f.message_id = ANY (p_message_ids)
      AND f.bits & ~p_remove = 0;
    UPDATE message_flag f SET bits = f.bits & ~p_remove
      WHERE f.user_id = p_user_id AND f.message_id = ANY (p_message_ids) AND f.bits & p_remove <> 0;
  END IF;
END $$;
