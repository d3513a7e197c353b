import { ContentRewriter } from './content-rewriter';
import { IdMap } from './id-map';
import { RenderFacts } from './render-facts';
import { prepareRow } from './row-preparation';
import { TextRenderer } from './text-renderer';

const USERS = 6;

describe('a profile field of users', () => {
  const ids = new IdMap();
  ids.blocks.account.add(7);
  ids.blocks.account.seal();
  ids.blocks.account.placeAt(100);
  const facts = new RenderFacts();
  facts.fieldTypes.set(3, USERS);
  const address = { realmUrl: 'https://chat.example.com', mediaProxyKey: undefined };
  const tools = {
    realm: { id: 2, partition: 0, host: 'chat.example.com', placeholder: 'import:1' },
    ids,
    facts,
    rewriter: new ContentRewriter(ids, { oldRealmId: 1, newRealmId: 2, oldUrl: null, newUrl: address.realmUrl }),
    renderer: new TextRenderer(facts, address),
    heads: new Map<string, number>(),
  };

  it.each([
    ['[7]', '[100]'],
    ['[7, 8, "x"]', '[100]'],
    ['{"7": true}', '[]'],
    ['nobody', '[]'],
    ['', '[]'],
  ])('%j names %s here', (value, expected) => {
    const row = { user_id: 100, field_id: 3, value };
    expect(prepareRow('profile_value', row, tools)).toEqual({ ...row, value: expected });
  });
});
