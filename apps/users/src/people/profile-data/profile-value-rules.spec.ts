import { DomainError } from '@stoa/errors';
import { ProfileFieldRow } from '../../shared/realm-facts/profile-field-row';
import { PickedUser, ProfileValue, checkProfileValue } from './profile-value-rules';

const field = (type: number, fieldData = ''): ProfileFieldRow => ({
  id: 1,
  name: 'Field',
  field_type: type,
  hint: '',
  field_data: fieldData,
  position: 1,
  required: false,
  editable_by_user: true,
  display_in_profile_summary: false,
  use_for_user_matching: false,
});
const users = new Map<number, PickedUser>([
  [1, { isActive: true, isBot: false }],
  [2, { isActive: false, isBot: false }],
  [3, { isActive: true, isBot: true }],
]);

function outcome(type: number, value: ProfileValue, fieldData?: string): string {
  try {
    return checkProfileValue(field(type, fieldData), value, (id) => users.get(id));
  } catch (error) {
    if (error instanceof DomainError) return `refused: ${error.message}`;
    throw error;
  }
}

describe('values of custom profile fields', () => {
  it.each<[number, ProfileValue, string]>([
    [1, 'tea', 'tea'],
    [1, '😀'.repeat(50), '😀'.repeat(50)],
    [1, 'x'.repeat(51), 'refused: Field is too long (limit: 50 characters)'],
    [1, [1], 'refused: Field is not a string'],
    [2, 'x'.repeat(501), 'refused: Field is too long (limit: 500 characters)'],
    [4, '2024-02-29', '2024-02-29'],
    [4, '2023-02-29', 'refused: Field is not a date'],
    [4, '2024-2-9', 'refused: Field is not a date'],
    [5, 'https://example.com/a', 'https://example.com/a'],
    [5, 'example.com', 'refused: Field is not a URL'],
    [6, [1], '[1]'],
    [6, 'x', 'refused: User IDs is not a list'],
    [6, [1, 8, 9], 'refused: Invalid user IDs: 8, 9'],
    [6, [2], 'refused: User with ID 2 is deactivated'],
    [6, [3], 'refused: User with ID 3 is a bot'],
    [7, 'x'.repeat(51), 'refused: Field is too long (limit: 50 characters)'],
    [8, 'she/her', 'she/her'],
  ])('type %i takes %j: %s', (type, value, expected) => {
    expect(outcome(type, value)).toBe(expected);
  });

  it('of a list are its keys', () => {
    const options = '{"a":{"text":"A","order":"1"}}';
    expect(outcome(3, 'a', options)).toBe('a');
    expect(outcome(3, 'toString', options)).toBe("refused: 'toString' is not a valid choice for 'Field'.");
  });
});
