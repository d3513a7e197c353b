import { playgroundAddresses } from './code-blocks';

describe('playgrounds of a code block', () => {
  const of = (url_template: string, pygments_language = 'Rust') => ({ name: 'Play', pygments_language, url_template });

  it('are those of its language, with its code in the address', () => {
    const all = [of('https://play.example/?code={code}'), of('https://python.example/{code}', 'Python')];
    expect(playgroundAddresses(all, 'rust', 'a & "b"\n')).toEqual([
      { name: 'Play', href: 'https://play.example/?code=a%20%26%20%22b%22%0A' },
    ]);
  });

  it('are pages of the web and nothing else', () => {
    expect(playgroundAddresses([of('javascript:{code}'), of('{code}'), of('{+code}')], 'rust', 'javascript:x')).toEqual(
      [],
    );
  });
});
