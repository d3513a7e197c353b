import { FieldType } from '../settings/profile-field-types';
import { moved } from '../../parts/order-buttons';
import { accountOf, choicesFrom, choicesText, fieldDataFor } from './profile-field-data';

const BEFORE = '{"0":{"text":"Tea","order":"2"},"1":{"text":"Coffee","order":"1"}}';

describe('data of profile fields', () => {
  it('shows choices in their order', () => {
    expect(choicesText(BEFORE)).toBe('Coffee\nTea');
    expect(choicesText('')).toBe('');
  });

  it('keeps the value of a choice that stays, and gives new ones values of their own', () => {
    expect(choicesFrom('Tea\n\n Water \nCoffee', BEFORE)).toEqual([
      { text: 'Tea', value: '0' },
      { text: 'Water', value: '2' },
      { text: 'Coffee', value: '1' },
    ]);
    expect(choicesFrom('A\nB', '').map(({ value }) => value)).toEqual(['0', '1']);
  });

  it('is what the type wants', () => {
    const account = { subtype: 'custom', urlPattern: 'https://x/%(username)s' };
    const parts = { choices: [{ text: 'Tea', value: '4' }], account };
    expect(fieldDataFor(FieldType.Choice, parts)).toEqual({ 4: { text: 'Tea', order: '1' } });
    expect(fieldDataFor(FieldType.ExternalAccount, parts)).toEqual({
      subtype: 'custom',
      url_pattern: 'https://x/%(username)s',
    });
    const github = { ...parts, account: { subtype: 'github', urlPattern: '' } };
    expect(fieldDataFor(FieldType.ExternalAccount, github)).toEqual({ subtype: 'github' });
    expect(fieldDataFor(FieldType.Date, parts)).toBeUndefined();
  });

  it('names the account’s service', () => {
    expect(accountOf('{"subtype":"github"}')).toEqual({ subtype: 'github', urlPattern: '' });
    expect(accountOf('')).toEqual({ subtype: 'custom', urlPattern: '' });
  });
});

describe('a list in order', () => {
  it('has one item at another place', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a'], 4, 0)).toEqual(['a']);
  });
});
