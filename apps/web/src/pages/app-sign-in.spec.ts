import { appPadIn, providerAddress } from './app-sign-in';

const at = (search: string, hash = '') => providerAddress('/accounts/login/social/oidc/corp', { search, hash });

describe('sign-in for apps', () => {
  it('reads whose pad it is', () => {
    expect(appPadIn('?mobile_flow_otp=ab')).toEqual({ mobile_flow_otp: 'ab' });
    expect(appPadIn('?next=%2F&desktop_flow_otp=cd')).toEqual({ desktop_flow_otp: 'cd' });
    expect(appPadIn('?next=%2F')).toBeUndefined();
  });

  it('goes on with the provider', () => {
    expect(at('?mobile_flow_otp=ab')).toBe('/accounts/login/social/oidc/corp?next=%2F&mobile_flow_otp=ab');
    expect(at('?next=%2Fa%3Fb')).toBe('/accounts/login/social/oidc/corp?next=%2Fa%3Fb');
    expect(at('', '#narrow/is/dm')).toBe('/accounts/login/social/oidc/corp?next=%2F%23narrow%2Fis%2Fdm');
  });

  it('takes the invitation along', () => {
    const start = '/accounts/register/social/oidc/corp';
    expect(providerAddress(start, { search: '', hash: '' }, 'ab&c')).toBe(
      `${start}?next=%2F&multiuse_object_key=ab%26c`,
    );
  });
});
