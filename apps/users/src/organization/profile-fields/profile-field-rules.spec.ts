import { DomainError } from '@stoa/errors';
import { ProposedField, checkProfileField, droppedOptions } from './profile-field-rules';

const field = (changes: Partial<ProposedField>): ProposedField => ({
  field_type: 1,
  name: 'Favourite food',
  hint: '',
  data: {},
  display_in_profile_summary: false,
  use_for_user_matching: false,
  ...changes,
});
const option = (text: string, order = '1') => ({ text, order });

function errorOf(changes: Partial<ProposedField>): string | undefined {
  try {
    checkProfileField(field(changes));
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

describe('custom profile fields', () => {
  it.each<[string, Partial<ProposedField>, string]>([
    ['no label', { name: ' ' }, 'Label cannot be blank.'],
    ['a long name', { name: 'x'.repeat(41) }, 'name is too long (limit: 40 characters)'],
    ['a long hint', { hint: 'x'.repeat(81) }, 'hint is too long (limit: 80 characters)'],
    ['an unknown type', { field_type: 9 }, 'Invalid field type.'],
    ['no options', { field_type: 3 }, 'Field must have at least one choice.'],
    ['a blank key', { field_type: 3, data: { '': option('a') } }, "'value' cannot be blank."],
    [
      'equal options',
      { field_type: 3, data: { a: option('x'), b: option('x', '2') } },
      'Field must not have duplicate choices.',
    ],
    ['a blank option', { field_type: 3, data: { a: option('') } }, 'field_data["text"] cannot be blank.'],
    ['an option without text', { field_type: 3, data: { a: { order: '1' } } }, 'text key is missing from field_data'],
    ['too much of an option', { field_type: 3, data: { a: { ...option('x'), y: '' } } }, 'Unexpected arguments: y'],
    ['an option that is none', { field_type: 3, data: { a: 'x' } }, 'field_data is not a dict'],
    ['no subtype', { field_type: 7 }, 'subtype key is missing from field_data'],
    ['an unknown subtype', { field_type: 7, data: { subtype: 'x' } }, 'Invalid external account type'],
    ['no pattern', { field_type: 7, data: { subtype: 'custom' } }, 'Custom external account must define URL pattern'],
    [
      'a pattern without name',
      { field_type: 7, data: { subtype: 'custom', url_pattern: 'https://x/' } },
      "URL pattern must contain '%(username)s'.",
    ],
    [
      'a pattern that is no address',
      { field_type: 7, data: { subtype: 'custom', url_pattern: 'x/%(username)s' } },
      'field_data["url_pattern"] is not a URL',
    ],
    [
      'people in the summary',
      { field_type: 6, display_in_profile_summary: true },
      'Field type not supported for display in profile summary.',
    ],
    [
      'a level 455 date to find people by',
      { field_type: 4, use_for_user_matching: true },
      'Field type not supported for user matching.',
    ],
  ])('%s is refused', (_what, changes, message) => {
    expect(errorOf(changes)).toBe(message);
  });

  it('level 476: a long text may be in the summary', () => {
    expect(errorOf({ field_type: 2, display_in_profile_summary: true })).toBeUndefined();
  });

  it.each([1, 7])('level 455: type %s may be what people are found by', (field_type) => {
    const data = field_type === 7 ? { subtype: 'github' } : {};
    expect(errorOf({ field_type, data, use_for_user_matching: true })).toBeUndefined();
  });

  it('of a default external account take its name', () => {
    expect(checkProfileField(field({ field_type: 7, name: '', data: { subtype: 'github' } }))).toEqual({
      name: 'GitHub username',
      hint: '',
      field_data: '{"subtype":"github"}',
    });
  });

  it('keep no data that their type has no use for', () => {
    expect(checkProfileField(field({ data: { subtype: 'github' } })).field_data).toBe('');
  });

  it('drop the options that a change leaves out', () => {
    expect(droppedOptions('{"a":{},"b":{}}', '{"b":{},"c":{}}')).toEqual(['a']);
  });
});
