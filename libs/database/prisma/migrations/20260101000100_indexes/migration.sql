-- What the Prisma schema cannot say: indexes on expressions and partial indexes, storage settings.
-- Queries must spell the expressions exactly so (lower(topic), lower(name) ...).

-- Names and addresses, regardless of case.
CREATE UNIQUE INDEX account_realm_id_lower_delivery_email_key ON account (realm_id, lower(delivery_email));
CREATE UNIQUE INDEX account_realm_id_lower_email_key ON account (realm_id, lower(email));
CREATE UNIQUE INDEX channel_realm_id_lower_name_key ON channel (realm_id, lower(name));
CREATE UNIQUE INDEX channel_folder_realm_id_lower_name_key ON channel_folder (realm_id, lower(name)) WHERE NOT is_archived;
CREATE UNIQUE INDEX user_topic_user_id_channel_id_lower_topic_key ON user_topic (user_id, channel_id, lower(topic));
CREATE INDEX user_topic_channel_id_lower_topic_idx ON user_topic (channel_id, lower(topic));
CREATE UNIQUE INDEX alert_word_user_id_lower_word_key ON alert_word (user_id, lower(word));
CREATE UNIQUE INDEX custom_emoji_realm_id_name_key ON custom_emoji (realm_id, name) WHERE NOT deactivated;
CREATE UNIQUE INDEX push_token_user_id_kind_lower_token_key ON push_token (user_id, kind, lower(token));
CREATE INDEX invitation_realm_id_lower_email_idx ON invitation (realm_id, lower(email));

-- Messages of a topic, and full text.
CREATE INDEX message_recipient_id_lower_topic_id_idx ON message (recipient_id, lower(topic), id);
CREATE INDEX message_search_vector_idx ON message USING gin (search_vector);
ALTER TABLE message ALTER COLUMN moves SET NOT NULL;

-- At most one open span per user and conversation.
CREATE UNIQUE INDEX membership_span_open_key ON membership_span (user_id, recipient_id) WHERE last_message_id IS NULL;

-- What is due next.
CREATE INDEX scheduled_message_due_idx ON scheduled_message (deliver_at) WHERE delivered_at IS NULL AND NOT failed;
CREATE INDEX reminder_due_idx ON reminder (deliver_at) WHERE delivered_at IS NULL AND NOT failed;

-- Rows that are updated in place all the time: room on the page keeps the updates off the indexes.
ALTER TABLE set_version SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE read_chunk SET (fillfactor = 70);
ALTER TABLE read_position SET (fillfactor = 70);
ALTER TABLE presence SET (fillfactor = 70);
ALTER TABLE presence_counter SET (fillfactor = 50);
ALTER TABLE push_position SET (fillfactor = 50);
-- A chunk of 512 bytes stays in the row as it is: compressing it costs more than it saves.
ALTER TABLE read_chunk ALTER COLUMN bits SET STORAGE PLAIN;
