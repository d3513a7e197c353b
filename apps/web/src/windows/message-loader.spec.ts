import { channelNarrow } from '../narrow/terms';
import { openNarrow, wireNarrow } from './message-loader';

describe('what a spectator asks for', () => {
  it('is only of channels that are open to the web', () => {
    expect(openNarrow(channelNarrow(5))).toEqual([
      { operator: 'channels', operand: 'web-public' },
      { operator: 'channel', operand: 5 },
    ]);
  });

  it('says so once, whatever the address said', () => {
    const asked = openNarrow([
      { operator: 'channels', operand: 'public' },
      { operator: 'search', operand: 'words' },
      { operator: 'near', operand: 7 },
    ]);
    expect(JSON.parse(wireNarrow(asked))).toEqual([
      { operator: 'channels', operand: 'web-public', negated: false },
      { operator: 'search', operand: 'words', negated: false },
    ]);
  });
});
