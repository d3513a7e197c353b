import { fieldDataOf, fieldOptions, peopleOf } from './profile-field-types';

describe('profile fields', () => {
  it('read the choices of a field in their order, and write them back', () => {
    const data = '{"1":{"text":"Tea","order":"2"},"0":{"text":"Coffee","order":"1"}}';
    const options = [
      { value: '0', text: 'Coffee' },
      { value: '1', text: 'Tea' },
    ];
    expect(fieldOptions(data)).toEqual(options);
    expect(fieldOptions(fieldDataOf(options))).toEqual(options);
    expect(fieldOptions('')).toEqual([]);
    expect(fieldOptions('{"subtype":"github"}')).toEqual([]);
  });

  it('read the people of a field', () => {
    expect(peopleOf('[3,4]')).toEqual([3, 4]);
    expect(peopleOf('')).toEqual([]);
  });
});
