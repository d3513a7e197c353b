-- Finds who wants a mail about every message of a channel without looking at all its subscribers.
CREATE INDEX CONCURRENTLY subscription_mail_idx ON subscription (channel_id) WHERE email_notifications;
