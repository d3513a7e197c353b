import { textPage } from './text-page';

const bodyOf = (text: string, ...ownUrls: string[]) =>
  /<div [^>]*>(.*)<\/div>/s.exec(textPage({ subject: 'Hello', text, ownUrls }))?.[1];
const OWN = 'https://acme.example';

describe('a mail that is written as text', () => {
  it('has paragraphs and lines', () => {
    expect(bodyOf('One\ntwo\n\nthree\n \n\nfour\n')).toBe('<p>One<br>two</p><p>three</p><p>four</p>');
  });

  it.each([
    [`Open ${OWN}/join/x1.`, `<p>Open <a href="${OWN}/join/x1">${OWN}/join/x1</a>.</p>`],
    [OWN, `<p><a href="${OWN}">${OWN}</a></p>`],
    [`${OWN}.evil.example/x`, `<p>${OWN}.evil.example/x</p>`],
    ['https://evil.example/ invites you', '<p>https://evil.example/ invites you</p>'],
    [`${OWN}/"><img src=x>`, `<p><a href="${OWN}/&#34;&#62;&#60;img">${OWN}/&#34;&#62;&#60;img</a> src=x&#62;</p>`],
    ['<b>Ada</b> & Bo', '<p>&#60;b&#62;Ada&#60;/b&#62; &#38; Bo</p>'],
  ])('shows %s', (text, expected) => {
    expect(bodyOf(text, OWN)).toBe(expected);
  });

  it('links to each organization that it is about', () => {
    const other = 'https://other.example';
    expect(bodyOf(`${OWN} ${other}`, OWN, other)).toBe(
      `<p><a href="${OWN}">${OWN}</a> <a href="${other}">${other}</a></p>`,
    );
  });

  it('has no links where it is about no organization, and its subject as title', () => {
    expect(bodyOf(`Open ${OWN}/x`)).toBe(`<p>Open ${OWN}/x</p>`);
    expect(textPage({ subject: '<Hello>', text: 'x' })).toContain('<title>&#60;Hello&#62;</title>');
  });
});
