import { pictureMark, placeLinks, withoutMarks } from './picture-marks';

describe('the places of pictures', () => {
  it('get their links, and the others stand behind', () => {
    const text = `See ${pictureMark(1)} and ${pictureMark(1)}.`;
    expect(placeLinks(text, ['[a](/a)', '[b](/b)'])).toEqual({
      body: 'See [b](/b) and [b](/b).',
      rest: ['[a](/a)'],
    });
    expect(placeLinks('nothing', ['[a](/a)'])).toEqual({ body: 'nothing', rest: ['[a](/a)'] });
  });

  it('of no file are empty', () => {
    expect(placeLinks(`a${pictureMark(7)}b`, [])).toEqual({ body: 'ab', rest: [] });
  });

  it('cannot be written by who writes the mail', () => {
    expect(withoutMarks(`a${pictureMark(0)}b`)).toBe('a0b');
  });
});
