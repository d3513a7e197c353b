-- Finds the accounts of an address in other organizations: mails name the organization to who has several.
CREATE INDEX CONCURRENTLY IF NOT EXISTS account_lower_delivery_email_idx ON account (lower(delivery_email));
