import { menuBeside } from './bar-menus';

describe('the menus of the bar', () => {
  it('lead from one to the next, and around', () => {
    const bar = { hasHelp: true };
    expect(menuBeside('gear', 1, bar)).toBe('personal');
    expect(menuBeside('gear', -1, bar)).toBe('help');
    expect(menuBeside('personal', 1, bar)).toBe('help');
    expect(menuBeside('help', -1, bar)).toBe('personal');
  });

  it('lead past the one whose button a small window has no room for', () => {
    const bar = { hasHelp: false };
    expect(menuBeside('gear', -1, bar)).toBe('personal');
    expect(menuBeside('personal', 1, bar)).toBe('gear');
  });
});
