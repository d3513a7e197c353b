import { differs, generalChoice } from './notification-table';

const OWN = {
  color: '#76ce90',
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};
const SETTINGS = { enable_stream_desktop_notifications: true, enable_stream_audible_notifications: false };

describe('notifications of a channel', () => {
  it('are those of channels unless it has its own', () => {
    expect(generalChoice(SETTINGS, 'desktop')).toBe(true);
    expect(generalChoice(SETTINGS, 'audible')).toBe(false);
    expect(differs(OWN, SETTINGS)).toBe(false);
    expect(differs({ ...OWN, desktop_notifications: false }, SETTINGS)).toBe(true);
    expect(differs({ ...OWN, desktop_notifications: true, audible_notifications: false }, SETTINGS)).toBe(false);
  });
});
