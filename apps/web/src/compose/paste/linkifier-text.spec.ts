import { candidatesFor, filled, textForAddress, valuesIn } from './linkifier-text';

const TICKETS = {
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://tickets.example/{id}',
  reverse_template: '#{id}',
  alternative_url_templates: ['https://old.example/show?ticket={id}'],
};
const FILES = {
  pattern: '(?P<repo>[a-z]+)@(?P<path>\\S+)',
  url_template: 'https://code.example/{repo}/blob/{+path}',
  reverse_template: '{repo}@{path}',
};

describe('values of an address', () => {
  it.each([
    ['https://t.example/{id}', 'https://t.example/12', { id: '12' }],
    ['https://t.example/{id}/edit', 'https://t.example/a%20b/edit', { id: 'a b' }],
    ['https://t.example/{a}/{b}', 'https://t.example/x/y', { a: 'x', b: 'y' }],
    ['https://t.example/{+path}', 'https://t.example/x/y?z', { path: 'x/y?z' }],
    ['https://t.example/{a}-{a}', 'https://t.example/x-x', { a: 'x' }],
  ])('%s in %s', (template, url, values) => {
    expect(Object.fromEntries(valuesIn(template, url) ?? [])).toEqual(values);
  });

  it.each([
    ['https://t.example/{id}', 'https://t.example/'],
    ['https://t.example/{id}', 'https://t.example/12/edit'],
    ['https://t.example/{id}/edit', 'https://t.example/12'],
    ['https://t.example/{id}', 'https://other.example/12'],
    ['https://t.example/{id}', 'https://t.example/%zz'],
    ['https://t.example/{a}-{a}', 'https://t.example/x-y'],
    ['https://t.example/{a}{b}', 'https://t.example/xy'],
    ['https://t.example/{?id}', 'https://t.example/?id=12'],
    ['https://t.example/', 'https://t.example/'],
  ])('are not read by %s from %s', (template, url) => {
    expect(valuesIn(template, url)).toBeUndefined();
  });
});

describe('the text for an address', () => {
  it('is the reverse template with its values, and doubled braces as one', () => {
    expect(filled('{{{id}}}', new Map([['id', '7']]))).toBe('{7}');
    expect(filled('#{id}', new Map())).toBeUndefined();
  });

  it('comes from the first linkifier that has one, by any of its addresses', () => {
    const all = [{ ...TICKETS, reverse_template: null }, TICKETS, FILES];
    const texts = (url: string) => candidatesFor(url, all).map(({ text }) => text);
    expect(texts('https://tickets.example/12')).toEqual(['#12']);
    expect(texts('https://old.example/show?ticket=12')).toEqual(['#12']);
    expect(texts('https://code.example/stoa/blob/src/main.ts')).toEqual(['stoa@src/main.ts']);
    expect(texts('https://elsewhere.example/12')).toEqual([]);
    expect(texts('https://tickets.example/12 is broken\nsee there')).toEqual([]);
  });

  it('is only one of which the pattern makes a link', async () => {
    const text = (url: string) => textForAddress(candidatesFor(url, [TICKETS]));
    expect(await text('https://tickets.example/12')).toBe('#12');
    expect(await text('https://tickets.example/twelve')).toBeUndefined();
  });
});
