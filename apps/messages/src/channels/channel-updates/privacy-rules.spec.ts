import { changedPrivacy, isSamePrivacy, isValidPrivacy } from './privacy-rules';

const privacy = (invite_only: boolean, history_public_to_subscribers: boolean, is_web_public = false) => ({
  invite_only,
  history_public_to_subscribers,
  is_web_public,
});
const publicChannel = privacy(false, true);
const shared = privacy(true, true);
const hidden = privacy(true, false);
const webPublic = privacy(false, true, true);

describe('changes of privacy (channels.md 8.2)', () => {
  it.each([
    [publicChannel, {}, publicChannel],
    [publicChannel, { is_private: true }, hidden],
    [shared, { is_private: true }, hidden],
    [shared, { is_private: true, history_public_to_subscribers: true }, shared],
    [hidden, { is_private: false }, publicChannel],
    [hidden, { history_public_to_subscribers: true }, shared],
    [webPublic, { is_private: true, is_web_public: false }, hidden],
    [publicChannel, { is_web_public: true }, webPublic],
  ])('%j with %j', (current, changes, expected) => {
    expect(changedPrivacy(current, changes)).toEqual(expected);
    expect(isValidPrivacy(expected)).toBe(true);
  });

  it.each([[privacy(true, true, true)], [privacy(false, false)], [privacy(false, false, true)]])(
    'there is no %j',
    (invalid) => expect(isValidPrivacy(invalid)).toBe(false),
  );

  it('are none when nothing differs', () => {
    expect(isSamePrivacy(shared, { ...shared })).toBe(true);
    expect(isSamePrivacy(shared, hidden)).toBe(false);
  });
});
