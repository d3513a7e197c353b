import { hasBigBlueButton, hasZoom, videoProviders } from './video-providers';

const NOTHING = {
  STOA_JITSI_SERVER_URL: 'none',
  STOA_BIG_BLUE_BUTTON_URL: 'none',
  STOA_BIG_BLUE_BUTTON_SECRET: 'none',
  STOA_ZOOM_CLIENT_ID: 'none',
  STOA_ZOOM_CLIENT_SECRET: 'none',
  STOA_ZOOM_ACCOUNT_ID: 'none',
};
const ZOOM = { STOA_ZOOM_CLIENT_ID: 'client', STOA_ZOOM_CLIENT_SECRET: 'secret' };
const BIG_BLUE_BUTTON = { STOA_BIG_BLUE_BUTTON_URL: 'https://bbb.example/', STOA_BIG_BLUE_BUTTON_SECRET: 'secret' };

describe('providers of video calls', () => {
  it.each([
    ['nothing', {}, [0]],
    ['Jitsi', { STOA_JITSI_SERVER_URL: 'https://meet.example' }, [0, 1]],
    ['an app of people at Zoom', ZOOM, [0, 3]],
    ['an account at Zoom', { ...ZOOM, STOA_ZOOM_ACCOUNT_ID: 'account' }, [0, 5]],
    ['an account at Zoom without an app', { STOA_ZOOM_ACCOUNT_ID: 'account' }, [0]],
    ['half an app at Zoom', { STOA_ZOOM_CLIENT_ID: 'client' }, [0]],
    ['BigBlueButton', BIG_BLUE_BUTTON, [0, 4]],
    ['BigBlueButton without its secret', { STOA_BIG_BLUE_BUTTON_URL: 'https://bbb.example/' }, [0]],
  ])('where the installation has %s', (_what, settings, ids) => {
    expect(videoProviders({ ...NOTHING, ...settings }).map(({ id }) => id)).toEqual(ids);
  });

  it('need all that is said of them', () => {
    expect(hasZoom({ ...ZOOM, STOA_ZOOM_CLIENT_SECRET: 'none' })).toBe(false);
    expect(hasBigBlueButton({ ...BIG_BLUE_BUTTON, STOA_BIG_BLUE_BUTTON_URL: 'none' })).toBe(false);
  });
});
