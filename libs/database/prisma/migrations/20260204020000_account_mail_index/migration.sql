-- The same for who wants that of all channels.
CREATE INDEX CONCURRENTLY account_stream_mail_idx ON account (realm_id) WHERE enable_stream_email_notifications;
