import type { ProfileFieldRow } from '../../shared/realm-facts/profile-field-row';
import { checkedValues } from './said-values';

const field = (id: number, name: string, field_type: number, field_data = ''): ProfileFieldRow => ({
  ...{ id, name, field_type, field_data, hint: '', position: id, required: false, editable_by_user: true },
  ...{ display_in_profile_summary: false, use_for_user_matching: false },
});
const FIELDS = [
  field(1, 'Job title', 1),
  field(2, 'Birthday', 4),
  field(3, 'Site', 3, '{"b":{"text":"Berlin","order":"1"},"m":{"text":"Munich","order":"2"}}'),
  field(4, 'Manager', 6),
  field(5, 'Page', 5),
];

describe('what a directory says of custom profile fields', () => {
  it('is passed over where there is no such field', () => {
    expect(checkedValues(new Map([['Shoe size', '42']]), FIELDS)).toMatchObject({
      unknown: ['Shoe size'],
      problems: [],
    });
  });

  it.each<[string, string | null, number, string | null]>([
    ['Job title', 'Engineer', 1, 'Engineer'],
    ['job_title', 'Engineer', 1, 'Engineer'],
    ['Job title', null, 1, null],
    ['Birthday', '1990-01-31', 2, '1990-01-31'],
    ['Birthday', '19900131000000Z', 2, '1990-01-31'],
    ['Birthday', '19900131120000.5+0100', 2, '1990-01-31'],
    ['Birthday', '19900131', 2, '1990-01-31'],
    ['Birthday', '1990-01-31T00:00:00Z', 2, '1990-01-31'],
    ['Site', 'm', 3, 'm'],
    ['Site', 'BERLIN', 3, 'b'],
    ['Manager', null, 4, null],
    ['Page', 'https://x.example/a', 5, 'https://x.example/a'],
  ])('%s: %s', (name, said, id, value) => {
    expect(checkedValues(new Map([[name, said]]), FIELDS)).toEqual({
      values: new Map([[id, value]]),
      problems: [],
      unknown: [],
    });
  });

  it.each([
    ['Job title', 'x'.repeat(51), 'Job title is too long (limit: 50 characters)'],
    ['Birthday', 'in spring', 'Birthday is not a date'],
    ['Birthday', '19900231000000Z', 'Birthday is not a date'],
    ['Site', 'Hamburg', "'Hamburg' is not a valid choice for 'Site'."],
    ['Manager', 'uid=eve', 'Manager is a field with people'],
    ['Page', 'x.example', 'Page is not a URL'],
  ])('passes over %s %s', (name, said, problem) => {
    const both = new Map([[name, said]]).set('job title', 'kept');
    const { values, problems } = checkedValues(name === 'Job title' ? new Map([[name, said]]) : both, FIELDS);
    expect(problems).toEqual([problem]);
    expect(values.size).toBe(name === 'Job title' ? 0 : 1);
  });
});
