import { signInProblem } from './sign-in-problem';

describe('signInProblem', () => {
  it.each([
    ['', undefined],
    ['?error=expired', 'This sign-in took too long, or it was used already. Try again.'],
    ['?error=unsolicited', 'Begin here to sign in: Acme does not take sign-ins that begin elsewhere.'],
    ['?error=of-a-later-release', 'You could not be signed in. Try again; if it does not help, ask an administrator.'],
    [
      '?is_deactivated=a%40x.example',
      'The account a@x.example has been deactivated. Ask an administrator of the organization if that surprises you.',
    ],
  ])('%s', (search, text) => {
    expect(signInProblem(search, 'Acme')).toBe(text);
  });
});
