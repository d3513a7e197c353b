import { BoundedRenderer, RenderPool } from '@stoa/rendering';
import { ContentRewriter } from './content-rewriter';
import { IdMap } from './id-map';
import { RenderFacts } from './render-facts';
import { prepareRow } from './row-preparation';
import { TextRenderer } from './text-renderer';

const USERS = 6;

const pool = new RenderPool({ threads: 1, threadsPerRealm: 1, deadlineMs: 60_000, longestWaitMs: 60_000 });
const renderer = new BoundedRenderer(pool);
const address = { realmUrl: 'https://chat.example.com', mediaProxyKey: undefined };

afterAll(() => pool.close());

describe('a profile field of users', () => {
  const ids = new IdMap();
  ids.blocks.account.add(7);
  ids.blocks.account.seal();
  ids.blocks.account.placeAt(100);
  const facts = new RenderFacts();
  facts.fieldTypes.set(3, USERS);
  const tools = {
    realm: { id: 2, partition: 0, host: 'chat.example.com', placeholder: 'import:1' },
    ids,
    facts,
    rewriter: new ContentRewriter(ids, { oldRealmId: 1, newRealmId: 2, oldUrl: null, newUrl: address.realmUrl }),
    renderer: new TextRenderer(facts, address, renderer),
    heads: new Map<string, number>(),
  };

  it.each([
    ['[7]', '[100]'],
    ['[7, 8, "x"]', '[100]'],
    ['{"7": true}', '[]'],
    ['nobody', '[]'],
    ['', '[]'],
  ])('%j names %s here', async (value, expected) => {
    const row = { user_id: 100, field_id: 3, value };
    expect(await prepareRow('profile_value', row, tools)).toEqual({ ...row, value: expected });
  });
});

describe('texts of an archive', () => {
  const facts = new RenderFacts();
  facts.addUser({ id: 100, fullName: 'Ada Byron', isActive: true }, true);
  facts.addUser({ id: 101, fullName: 'Bo Li', isActive: true }, false);
  facts.groupsByName.set('oncall', { id: 17, name: 'oncall', isActive: true });
  facts.uploads.set('2/ab/f.png', {
    contentType: 'image/png',
    image: { width: 40, height: 20, animated: false },
  });
  const ada = '<span class="user-mention" data-user-id="100">@Ada Byron</span>';

  it('are rendered with what they name', async () => {
    const texts = new TextRenderer(facts, address, renderer);
    const { html } = await texts.message('@**ada byron** @**|101** @_*oncall* :)', 100, new Map());
    expect(html).toContain(ada);
    expect(html).toContain('data-user-id="101"');
    expect(html).toContain('data-user-group-id="17"');
    expect(html).toContain(':slight_smile:');
    expect((await texts.message('[f](/user_uploads/2/ab/f.png)', 101, new Map())).html).toContain('40x20');
    expect(await texts.plain('**a** @**Ada Byron**')).toBe(`<p><strong>a</strong> ${ada}</p>`);
    expect(await texts.profileValue('**a** @**Ada Byron**')).toContain('@<strong>Ada Byron</strong>');
  });

  it('do not print what a formula holds, as it is typeset in a thread', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { html } = await new TextRenderer(facts, address, renderer).message('$$日$$ @**Ada Byron**', 100, new Map());
    expect(html).toContain('class="katex"');
    expect(html).toContain(ada);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  it('are shown as they are when they take too long', async () => {
    // Own facts, as those of the other tests have compiled their linkifiers: with these, the text costs a thread far more
    // than the deadline however fast the machine is.
    const slow = new RenderFacts();
    for (let index = 0; index < 300; index++) {
      const definition = {
        position: index,
        pattern: `T${index}-(?P<n>[0-9]+)`,
        urlTemplate: 'https://t.example.net/{n}',
      };
      slow.linkifierDefinitions.push(definition);
    }
    const hasty = new RenderPool({ threads: 1, threadsPerRealm: 1, deadlineMs: 1, longestWaitMs: 60_000 });
    const texts = new TextRenderer(slow, address, new BoundedRenderer(hasty));
    const hostile = 'T1 <b>\n\n'.repeat(1_900);
    const shown = await texts.message(hostile, 100, new Map());
    expect(shown).toMatchObject({ html: expect.stringContaining('<p>T1 &#60;b&#62;'), hasLink: false, links: [] });
    expect(await texts.plain(hostile)).toBe(shown.html);
    await hasty.close();
  });
});
