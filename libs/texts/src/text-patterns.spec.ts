import { TextPatterns } from './text-patterns';

const patterns = new TextPatterns({
  'Invalid message(s)': 'Ungültige Nachrichten',
  'Invalid {1}': 'Ungültig: {1}',
  'Invalid {1}: Value error, {2}': '{2} ({1})',
  "Channel '{1}' is not present in default channel group '{2}'": 'In „{2}“ fehlt „{1}“',
  '{1} is too long (limit: {2} characters)': '{1} ist zu lang (höchstens {2} Zeichen)',
  '{1} is a bot': '{1} ist ein Bot',
});

describe('a text is translated by its shape', () => {
  it.each([
    ['Invalid message(s)', 'Ungültige Nachrichten'],
    ['Invalid anchor', 'Ungültig: anchor'],
    ['Invalid ', 'Ungültig: '],
    ['Invalid narrow[0]: Value error, no', 'no (narrow[0])'],
    ["Channel 'a' is not present in default channel group 'b'", 'In „b“ fehlt „a“'],
    ["Channel '' is not present in default channel group ''", 'In „“ fehlt „“'],
    ["Channel ''' is not present in default channel group '{1}'", "In „{1}“ fehlt „'“"],
    ['topic is too long (limit: 60 characters)', 'topic ist zu lang (höchstens 60 Zeichen)'],
    [
      'x is too long (limit: y is too long (limit: 3 characters)',
      'x ist zu lang (höchstens y is too long (limit: 3 Zeichen)',
    ],
    ['$& is a bot', '$& ist ein Bot'],
    ['a\nb is a bot', 'a\nb ist ein Bot'],
  ])('%j is %j', (english, german) => expect(patterns.translated(english)).toBe(german));

  it.each([
    '',
    'Invalid',
    'invalid anchor',
    "Channel 'a' is not present",
    'is a bot',
    ' is too long (limit: characters)',
  ])('%j is none that is known', (english) => expect(patterns.translated(english)).toBeUndefined());

  it('leaves texts alone that are mostly a value', () => {
    expect(patterns.translated(`Invalid ${'x'.repeat(3_900)}`)).toMatch(/^Ungültig/);
    expect(patterns.translated(`Invalid ${'x'.repeat(4_100)}`)).toBeUndefined();
  });
});
