-- The conversation of exactly these users, made on first use. Ids ascending, the sender included.
CREATE OR REPLACE FUNCTION direct_conversation_get(p_realm_id int, p_user_ids int[]) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  v_key text := md5(array_to_string(p_user_ids, ','));
  v_recipient_id int;
BEGIN
  SELECT recipient_id INTO v_recipient_id FROM direct_conversation
    WHERE realm_id = p_realm_id AND participants_key = v_key;
  IF FOUND THEN RETURN v_recipient_id; END IF;

  INSERT INTO recipient (realm_id, kind) VALUES (p_realm_id, 2) RETURNING id INTO v_recipient_id;
  INSERT INTO direct_conversation (recipient_id, realm_id, user_ids, participants_key)
    VALUES (v_recipient_id, p_realm_id, p_user_ids, v_key)
    ON CONFLICT (realm_id, participants_key) DO NOTHING;
  IF NOT FOUND THEN
    -- Somebody else made it meanwhile; that transaction has ended, so a fresh snapshot sees it.
    DELETE FROM recipient WHERE id = v_recipient_id;
    SELECT recipient_id INTO STRICT v_recipient_id FROM direct_conversation
      WHERE realm_id = p_realm_id AND participants_key = v_key;
    RETURN v_recipient_id;
  END IF;
  INSERT INTO direct_conversation_participant (recipient_id, user_id)
    SELECT v_recipient_id, unnest(p_user_ids);
  RETURN v_recipient_id;
END $$;
