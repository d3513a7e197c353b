import { REFERENCE_EXAMPLES } from '../../libs/markdown/src/reference-examples';
import { mutationsOf } from './support/hostile/mutations';
import { type Removal, RendererPage } from './support/hostile/renderer-page';
import { HOSTILE_ATTRIBUTES, HOSTILE_ELEMENTS } from './support/hostile/vectors';

const MUTATIONS = 10_000;
const HARMLESS = { runs: 0, requests: [], faults: [] };

/** Each attribute on elements that messages have. */
const WITH_ATTRIBUTES = ['p', 'a', 'img', 'video', 'div', 'span'].flatMap((name) =>
  HOSTILE_ATTRIBUTES.map((attribute) => `<${name} ${attribute}>text</${name}>`),
);
const TIMES = HOSTILE_ATTRIBUTES.map((attribute) => `<time ${attribute}>text</time>`);
const EMOJI = HOSTILE_ATTRIBUTES.map((attribute) => `<span class="emoji emoji-1f44d" ${attribute}>:x:</span>`);
const VECTORS = [...HOSTILE_ELEMENTS, ...WITH_ATTRIBUTES, ...TIMES, ...EMOJI];

const SANITIZER = /render\/sanitize\.ts$/;
const RULES: Record<string, Removal> = {
  'the list of elements': {
    file: SANITIZER,
    rule: /ALLOWED_TAGS: \[/,
    instead: "ALLOWED_TAGS: ['style', 'iframe', 'object', 'form', 'input', 'image', ",
  },
  'the list of attributes': {
    file: SANITIZER,
    rule: /ALLOWED_ATTR: \[/,
    instead: "ALLOWED_ATTR: ['onerror', 'onload', 'onclick', 'srcset', 'poster', 'background', 'id', ",
  },
  'where links may lead': {
    file: SANITIZER,
    rule: /ALLOWED_URI_REGEXP:\s*\/.*\/i,/,
    instead: 'ALLOWED_URI_REGEXP: /^/,',
  },
  'which styles there are': { file: SANITIZER, rule: /node\.removeAttribute\('style'\)/, instead: 'void 0' },
  'that only links lead somewhere': {
    file: SANITIZER,
    rule: /node\.removeAttribute\('href'\)/,
    instead: 'void 0',
  },
  'whose media is shown': { file: SANITIZER, rule: /node\.removeAttribute\('src'\)/, instead: 'void 0' },
  'whose pictures cards have': { file: SANITIZER, rule: /return isOwnAddress\(.*\);/, instead: 'return true;' },
  'that a message keeps to its box': { file: /message-content\.css$/, rule: /contain: layout paint;/, instead: '' },
  'which characters emoji are': {
    file: /emoji-character\.ts$/,
    rule: /points\?\.every\(.*?\) \?/,
    instead: 'points !== undefined ?',
  },
};

describe('the renderer of messages', () => {
  let renderer: RendererPage | undefined;
  afterEach(() => renderer?.close());

  it('lets none of 10,000 mutations run, ask another host, fail or leave its box', async () => {
    renderer = await RendererPage.open();
    const originals = [...REFERENCE_EXAMPLES.map(([, html]) => html), ...VECTORS];
    await renderer.show([...VECTORS, ...mutationsOf(originals, MUTATIONS)]);
    expect(await renderer.harm()).toEqual(HARMLESS);
  });

  it('is tried with what does harm without it', async () => {
    const page = await RendererPage.open();
    renderer = page;
    // These would leave the page that counts.
    await page.showRaw(VECTORS.filter((html) => !/<(?:meta|base)/.test(html)));
    // A browser runs and loads what it was given when it comes to it.
    await expect.poll(async () => (await page.harm()).runs).toBeGreaterThan(10);
    await expect.poll(async () => (await page.harm()).requests.length).toBeGreaterThan(10);
  });

  it.each(Object.entries(RULES))('needs the rule %s', async (_name, removal) => {
    const page = await RendererPage.open(removal);
    renderer = page;
    await page.show(VECTORS);
    await expect.poll(() => page.harm()).not.toEqual(HARMLESS);
  });
});
