-- Whose avatar is to be drawn: anybody may ask for any address of an avatar, so a wrong one must cost no scan of the accounts.
CREATE INDEX CONCURRENTLY account_drawn_avatar_idx ON account (avatar_key) WHERE avatar_source = 'J';
