import { statusPresets } from './status-presets';

describe('statuses to choose from', () => {
  it('are those that people say most, each with an emoji of the service', () => {
    const presets = statusPresets();
    expect(presets.map(({ status_text }) => status_text)).toEqual([
      ...['Busy', 'In a meeting', 'Commuting', 'Out sick', 'On vacation', 'Working remotely', 'At the office'],
    ]);
    expect(presets.every(({ emoji_name }) => emoji_name !== '')).toBe(true);
  });
});
