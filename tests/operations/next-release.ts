/** A function that every send calls, with another text. */
export const NEXT_FUNCTION = {
  name: 'message_write',
  change: (text: string) => text.replace(/^BEGIN$/m, 'BEGIN NULL;'),
};

/**
 * What a next release might bring: every kind of change that the rules allow, of the tables that are used most. Applied in this
 * order, each a migration of its own.
 */
export const NEXT_RELEASE: readonly (readonly [name: string, sql: string])[] = [
  [
    'next_columns',
    'ALTER TABLE message ADD COLUMN next_text text; ALTER TABLE subscription ADD COLUMN next_flag boolean;',
  ],
  [
    'next_defaults',
    `ALTER TABLE account ADD COLUMN next_flag boolean NOT NULL DEFAULT false;
     ALTER TABLE realm ADD COLUMN next_limit integer NOT NULL DEFAULT 7;
     ALTER TABLE channel ADD COLUMN next_text text NOT NULL DEFAULT '';`,
  ],
  ['next_optional', 'ALTER TABLE message ALTER COLUMN rendered_content DROP NOT NULL;'],
  [
    'next_table',
    `CREATE TABLE next_thing (id bigserial PRIMARY KEY, message_id bigint NOT NULL);
     CREATE INDEX next_thing_message_id ON next_thing (message_id);`,
  ],
  ['next_index', 'CREATE INDEX CONCURRENTLY next_message_topic ON message (realm_id, topic text_pattern_ops);'],
  ['next_check', 'ALTER TABLE message ADD CONSTRAINT next_positive CHECK (id > 0) NOT VALID;'],
  ['next_validate', 'ALTER TABLE message VALIDATE CONSTRAINT next_positive;'],
];
