import { subscriptionChange, toldProperties } from './subscription-properties';

describe('personal properties of subscriptions (channels.md 9)', () => {
  it('are stored under one name', () => {
    expect(subscriptionChange('in_home_view', true, 0)).toEqual({ property: 'is_muted', value: false });
    expect(subscriptionChange('pin_to_top', true, 0)).toEqual({ property: 'pin_to_top', value: true });
    expect(subscriptionChange('color', '#abc', 0)).toEqual({ property: 'color', value: '#abc' });
  });

  it.each<[string, boolean | string, string]>([
    ['color', 'red', 'Invalid subscription_data[1]: Value error, color is not a valid hex color code'],
    ['color', true, 'color is not a string'],
    ['is_muted', 'yes', 'is_muted is not a boolean'],
    ['in_home_view', 'yes', 'in_home_view is not a boolean'],
    ['name', 'x', 'Unknown subscription property: name'],
  ])('refuse %s %s', (property, value, text) => {
    expect(() => subscriptionChange(property, value, 1)).toThrow(text);
  });

  it('tell muting in both spellings', () => {
    expect(toldProperties({ property: 'is_muted', value: true })).toEqual([
      { property: 'in_home_view', value: false },
      { property: 'is_muted', value: true },
    ]);
    expect(toldProperties({ property: 'color', value: '#abc' })).toHaveLength(1);
  });
});
