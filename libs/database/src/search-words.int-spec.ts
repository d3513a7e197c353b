import { SEARCH_STOP_WORDS } from '@stoa/narrow';
import { TestServers, startServers } from '@stoa/testing';
import { Database } from './database';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

describe('words that a search passes over', () => {
  let servers: TestServers;
  let database: Database;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
  });
  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  it('are those that clients are told of', async () => {
    const rows = await database.query<{ word: string }>(
      'test_stop_words',
      `SELECT word FROM unnest($1::text[]) AS word WHERE message_search_query(word) <> ''`,
      [SEARCH_STOP_WORDS],
    );
    expect(rows).toEqual([]);
    const [file] = await database.query<{ words: string }>(
      'test_dictionary',
      `SELECT pg_read_file(setting || '/tsearch_data/english.stop') AS words FROM pg_config WHERE name = 'SHAREDIR'`,
    );
    const dictionary = file?.words.trim().split('\n') ?? [];
    expect(SEARCH_STOP_WORDS).toEqual([...new Set([...dictionary, ...LETTERS])].sort());
  });
});
