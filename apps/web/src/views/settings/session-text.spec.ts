import { beginAndEndText } from './session-text';

const END = Date.UTC(2026, 2, 1, 12) / 1000;

describe('what is said of a session', () => {
  it('is how it began and when it ends', () => {
    expect(beginAndEndText({ method: 'password', provider: null, ends_by: END })).toMatch(
      /^By password · ends on Mar 1, 2026, .+ at the latest$/,
    );
    expect(beginAndEndText({ method: 'oidc', provider: 'Example ID', ends_by: END })).toMatch(/^By Example ID · /);
    expect(beginAndEndText({ method: 'unheard-of', provider: null, ends_by: END })).toMatch(/^By identity provider · /);
  });

  it('is less where the service of the release before answers', () => {
    expect(beginAndEndText({})).toBeUndefined();
    expect(beginAndEndText({ method: 'passkey' })).toBe('By passkey');
    expect(beginAndEndText({ ends_by: END })).toMatch(/^Ends on Mar 1, 2026, .+ at the latest$/);
  });
});
