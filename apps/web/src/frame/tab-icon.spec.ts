import { badgedIcon, badgeText } from './tab-icon';

describe('the icon of the tab', () => {
  it('is the plain one where nothing waits', () => {
    expect(badgedIcon({ count: 0, hasDirects: false })).toBeUndefined();
  });

  it('shows how many messages wait, as far as there is room', () => {
    expect([1, 99, 100, 4000].map(badgeText)).toEqual(['1', '99', '99+', '99+']);
    expect(decodeURIComponent(badgedIcon({ count: 7, hasDirects: false }) ?? '')).toContain('>7</text>');
  });

  it('tells direct messages apart by a dot', () => {
    const icons = [true, false].map((hasDirects) => decodeURIComponent(badgedIcon({ count: 7, hasDirects }) ?? ''));
    expect(icons.map((icon) => icon.includes('<circle'))).toEqual([true, false]);
  });
});
