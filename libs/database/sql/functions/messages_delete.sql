-- Deletes messages with all that hangs on them. Bits of read_chunk stay: nothing is read from them without a message.
-- Callers hold the shared locks of the channels concerned and the messages' rows. Returns the ids that were there.
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
