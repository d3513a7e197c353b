import { menuBeside } from './bar-menus';

describe('the menus of the bar', () => {
  it('lead from one to the next, and around', () => {
    expect(menuBeside('gear', 1)).toBe('personal');
    expect(menuBeside('gear', -1)).toBe('help');
    expect(menuBeside('personal', 1)).toBe('help');
    expect(menuBeside('help', -1)).toBe('personal');
  });
});
