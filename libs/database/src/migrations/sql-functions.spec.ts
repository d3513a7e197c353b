import { nextFunctionsVersion, readFunctionsVersion, readSqlFunctions, sqlFunction } from './sql-functions';

const { functions } = readSqlFunctions();

describe('libs/database/sql/functions', () => {
  it('have the version of their texts (npm run sql:snapshot writes it)', () => {
    expect(nextFunctionsVersion(readFunctionsVersion(), functions)).toEqual(readFunctionsVersion());
  });

  it.each(functions.map(({ name, text }) => [name, text]))('%s is the one function of its file', (name, text) => {
    const defined = [...text.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)/gm)].map((match) => match[1]);
    const dropped = [...text.matchAll(/^DROP FUNCTION IF EXISTS (\w+)/gm)].map((match) => match[1]);
    expect([...new Set([...defined, ...dropped])]).toEqual([name]);
    expect(defined.length).toBeLessThan(2);
  });

  it('get another version with another text, also with one that they had before', () => {
    const [first, second] = [[sqlFunction('a', '1')], [sqlFunction('a', '2')]];
    const begun = nextFunctionsVersion({ version: 0, hash: '' }, first);
    const changed = nextFunctionsVersion(begun, second);
    const back = nextFunctionsVersion(changed, first);
    expect([begun, changed, back].map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(nextFunctionsVersion(back, first)).toBe(back);
  });
});
