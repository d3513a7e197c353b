import { placeToComeBackTo } from './confirmation-outcome';

describe('the place to come back to', () => {
  it.each([
    ['/', '', '#settings/account-and-privacy', '/#settings/account-and-privacy'],
    ['/', '?confirmation=done', '#settings', '/#settings'],
    ['/', '?identity_problem=expired&confirmation=not-again', '', '/?identity_problem=expired'],
  ])('%s%s%s is %s', (pathname, search, hash, place) => {
    expect(placeToComeBackTo({ pathname, search, hash })).toBe(place);
  });
});
