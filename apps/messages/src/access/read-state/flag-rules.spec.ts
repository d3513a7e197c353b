import { editableFlag, flagOperation } from './flag-rules';

describe('the parameters of a flag change', () => {
  it.each(['read', 'starred', 'collapsed', 'hide_link_previews'])('%s can be changed', (flag) =>
    expect(editableFlag(flag)).toBe(flag),
  );

  it.each([
    ['mentioned', "Flag not editable: 'mentioned'"],
    ['historical', "Flag not editable: 'historical'"],
    ['wildcard_mentioned', "Invalid flag: 'wildcard_mentioned'"],
    ['is_private', "Invalid flag: 'is_private'"],
    ['', "Invalid flag: ''"],
  ])('%j is refused', (flag, message) => expect(() => editableFlag(flag)).toThrow(message));

  it('knows two operations', () => {
    expect(flagOperation('add')).toBe('add');
    expect(flagOperation('remove')).toBe('remove');
    expect(() => flagOperation('toggle')).toThrow("Invalid message flag operation: 'toggle'");
  });
});
