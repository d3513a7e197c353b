-- Locks the user's position against moves and other changes of it, and returns it.
CREATE OR REPLACE FUNCTION read_position_lock(p_user_id int) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  v_position bigint;
BEGIN
  INSERT INTO read_position (user_id) VALUES (p_user_id) ON CONFLICT (user_id) DO NOTHING;
  SELECT position INTO v_position FROM read_position WHERE user_id = p_user_id FOR UPDATE;
  RETURN v_position;
END $$;
