-- In which organizations an address has an account: forgotten passwords and the account finder ask it of the whole installation.
CREATE INDEX CONCURRENTLY IF NOT EXISTS account_lower_delivery_email_idx ON account (lower(delivery_email));
