import { PathTable } from './path-table';

describe('a table of paths', () => {
  const table = new PathTable<string>({ longestPart: 10 });
  for (const path of ['/a', '/a/first', '/a/:id(^\\d+$)', '/a/:name/b', '/rest/*']) table.add(path, path);

  it.each([
    ['/a', '/a', {}],
    ['/a?id=1', '/a', {}],
    ['/a/first', '/a/first', {}],
    ['/a/12', '/a/:id(^\\d+$)', { id: '12' }],
    ['/a/1%2F2/b?c', '/a/:name/b', { name: '1/2' }],
    ['/a/first/b', '/a/:name/b', { name: 'first' }],
    ['/a/0123456789/b', '/a/:name/b', { name: '0123456789' }],
    ['/a//b', '/a/:name/b', { name: '' }],
    ['/rest/of/it', '/rest/*', { '*': 'of/it' }],
    ['http://chat.example/a/first', '/a/first', {}],
  ])('finds %s at %s', (url, place, values) => {
    const found = table.find(url);
    expect([found?.place, { ...found?.values }]).toEqual([place, values]);
  });

  it.each(['/', '/b', '/a/', '/A', '/a/x', '/a/12/c', '/a/0123456789a/b', '/a/%ff/b', '/rest'])(
    'finds nothing at %s',
    (url) => {
      expect(table.find(url)).toBeUndefined();
    },
  );
});
