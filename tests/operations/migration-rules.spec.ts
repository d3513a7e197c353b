import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { mistakesOf } from './migration-rules';

const FOLDER = path.resolve(__dirname, '../../libs/database/prisma/migrations');
/** The first release's last migration: what came before was never applied while anybody served. */
const BASELINE = '20260105140000_topic_policy_times';
/** Later ones keep to tables and data: functions stand in libs/database/sql/functions. */
const LAST_WITH_FUNCTIONS = '20260107000000_unrepeatable_versions';

describe('migrations', () => {
  const released = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name > BASELINE)
    .map((entry) => entry.name);

  it.each(released)('%s can be applied while the release before it serves', (name) => {
    expect(mistakesOf(readFileSync(path.join(FOLDER, name, 'migration.sql'), 'utf8'))).toEqual([]);
  });

  it.each(released.filter((name) => name > LAST_WITH_FUNCTIONS))('%s defines no function', (name) => {
    expect(readFileSync(path.join(FOLDER, name, 'migration.sql'), 'utf8')).not.toMatch(/\bFUNCTION\b.*\bAS\b/is);
  });

  it('are named by the time they were made, so that no later one comes before one that was applied', () => {
    expect(released.every((name) => /^\d{14}_[a-z0-9_]+$/.test(name))).toBe(true);
  });
});

describe('the rules', () => {
  it.each([
    'DROP TABLE message;',
    'ALTER TABLE message DROP COLUMN topic;',
    'ALTER TABLE "message" DROP topic;',
    'ALTER TABLE message RENAME COLUMN topic TO subject;',
    'ALTER TABLE message RENAME TO messages;',
    'ALTER TABLE message ALTER COLUMN topic TYPE varchar(60);',
    'ALTER TABLE message ALTER topic SET DATA TYPE varchar(60);',
    'ALTER TABLE message ALTER COLUMN topic SET NOT NULL;',
    'ALTER TABLE message ADD COLUMN mood text NOT NULL;',
    'ALTER TABLE message ADD COLUMN number BIGSERIAL;',
    'ALTER TABLE message ADD COLUMN key uuid NOT NULL DEFAULT gen_random_uuid();',
    'ALTER TABLE message ADD CONSTRAINT positive CHECK (id > 0);',
    'ALTER TABLE message ADD CONSTRAINT sent FOREIGN KEY (sender_id) REFERENCES account (id);',
    'ALTER TABLE message ADD CONSTRAINT one UNIQUE (topic);',
    'CREATE INDEX message_topic ON message (topic);',
    'CREATE UNIQUE INDEX message_topic ON "message" (topic);',
    'CREATE INDEX CONCURRENTLY message_topic ON message (topic); ALTER TABLE message ADD COLUMN mood text;',
    'DROP INDEX message_topic;',
    'UPDATE message SET topic = lower(topic);',
    'DELETE FROM message;',
    'TRUNCATE message;',
    'LOCK TABLE message;',
    'DROP FUNCTION message_send(int);',
    "SET lock_timeout = '1h'; ALTER TABLE message ADD COLUMN mood text;",
    'BEGIN; ALTER TABLE message ADD COLUMN mood text; COMMIT;',
    'CREATE TABLE a (id int); ALTER TABLE message DROP COLUMN topic;',
  ])('forbid %s', (sql) => {
    expect(mistakesOf(sql)).not.toEqual([]);
  });

  it.each([
    'ALTER TABLE message ADD COLUMN mood text;',
    "ALTER TABLE message ADD COLUMN mood text NOT NULL DEFAULT 'calm';",
    'ALTER TABLE message ALTER COLUMN topic DROP NOT NULL;',
    'ALTER TABLE message ADD CONSTRAINT positive CHECK (id > 0) NOT VALID;',
    'ALTER TABLE message VALIDATE CONSTRAINT positive;',
    'ALTER TABLE message ADD CONSTRAINT one UNIQUE USING INDEX message_topic;',
    'CREATE INDEX CONCURRENTLY message_topic ON message (topic);',
    'DROP INDEX CONCURRENTLY message_topic;',
    'CREATE TABLE a (id int NOT NULL); CREATE INDEX a_id ON a (id); ALTER TABLE a ADD CONSTRAINT p PRIMARY KEY (id);',
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM message; DROP TABLE message $$;',
    '-- DROP TABLE message;\nALTER TABLE message ADD COLUMN mood text;',
    "COMMENT ON TABLE message IS 'DROP TABLE message;';",
  ])('allow %s', (sql) => {
    expect(mistakesOf(sql)).toEqual([]);
  });
});
