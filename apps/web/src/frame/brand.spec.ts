import { brandImage } from './brand';

const NOTHING = {
  ...{ realm_icon_source: 'G', realm_icon_url: 'icon', realm_logo_source: 'D', realm_logo_url: 'logo' },
  ...{ realm_night_logo_source: 'D', realm_night_logo_url: 'night' },
};

describe('the mark of the organization', () => {
  it('is its own only where it has uploaded one', () => {
    expect(brandImage(NOTHING, false)).toBeUndefined();
    expect(brandImage({ ...NOTHING, realm_icon_source: 'U' }, false)).toEqual({ kind: 'icon', url: 'icon' });
  });

  it('is rather the logo, and in the dark the one for the dark', () => {
    const all = { ...NOTHING, realm_icon_source: 'U', realm_logo_source: 'U', realm_night_logo_source: 'U' };
    expect(brandImage(all, false)).toEqual({ kind: 'logo', url: 'logo' });
    expect(brandImage(all, true)).toEqual({ kind: 'logo', url: 'night' });
    expect(brandImage({ ...all, realm_night_logo_source: 'D' }, true)).toEqual({ kind: 'logo', url: 'logo' });
  });
});
