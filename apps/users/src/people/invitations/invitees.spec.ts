import { parseInvitees } from './invitees';

describe('invited addresses', () => {
  it.each([
    ['a@b.example', ['a@b.example']],
    [' a@b.example ,c@d.example\nE Name <e@f.example>\r\n', ['a@b.example', 'c@d.example', 'e@f.example']],
    ['a@b.example, A@B.example', ['a@b.example']],
    ['nonsense,', ['nonsense']],
    [' ,\n', []],
  ])('%j', (text, addresses) => {
    expect(parseInvitees(text)).toEqual(addresses);
  });
});
