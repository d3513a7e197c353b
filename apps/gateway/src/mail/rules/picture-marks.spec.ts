import { pictureMark, placeLinks, withoutMarks } from './picture-marks';

describe('the places of pictures', () => {
  it('get their links, and the others stand behind', () => {
    const text = `See ${pictureMark(1)} and ${pictureMark(2)}.`;
    expect(placeLinks(text, ['[a](/a)', '[b](/b)', '[c](/c)'])).toEqual({
      body: 'See [b](/b) and [c](/c).',
      rest: ['[a](/a)'],
    });
    expect(placeLinks('nothing', ['[a](/a)'])).toEqual({ body: 'nothing', rest: ['[a](/a)'] });
  });

  it('that a mail repeats are empty after the first', () => {
    const text = `${pictureMark(1)} ${pictureMark(0).repeat(30_000)}${pictureMark(1)}`;
    expect(placeLinks(text, ['[a](/a)', '[b](/b)'])).toEqual({ body: '[b](/b) [a](/a)', rest: [] });
  });

  it('of no file are empty', () => {
    expect(placeLinks(`a${pictureMark(7)}b`, [])).toEqual({ body: 'ab', rest: [] });
  });

  it('cannot be written by who writes the mail', () => {
    expect(withoutMarks(`a${pictureMark(0)}b`)).toBe('a0b');
  });
});
