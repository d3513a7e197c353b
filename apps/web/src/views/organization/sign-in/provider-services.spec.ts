import { SIGN_IN_KINDS } from '@stoa/policy';
import { settingsTexts } from '../../../strings/settings-strings';
import {
  SERVICES,
  type ProviderService,
  changesOf,
  isComplete,
  serviceOf,
  settingsOf,
  valuesOf,
} from './provider-services';

const named = (name: string): ProviderService => {
  const service = SERVICES.find((one) => one.name === name);
  if (!service) throw new Error(`there is no service ${name}`);
  return service;
};

describe('services with which people sign in', () => {
  it('are there for each kind, with texts for everything that is asked', () => {
    expect(new Set(SERVICES.map(({ kind }) => kind))).toEqual(new Set(SIGN_IN_KINDS));
    const asked = SERVICES.flatMap(({ name, fields }) => [
      `signIn.service.${name}`,
      ...fields.map((field) => `signIn.field.${field.name}`),
    ]);
    expect(asked.filter((key) => !settingsTexts.has(key))).toEqual([]);
  });

  it.each(SERVICES)('$name: are complete with what they need', (service) => {
    const filled = service.fields.filter(({ isNeeded }) => isNeeded);
    const values = Object.fromEntries(filled.map(({ name, example = 'an-id' }) => [name, example]));
    expect(isComplete(service, values)).toBe(true);
    expect(Object.keys(settingsOf(service, values))).toEqual(expect.arrayContaining(Object.keys(values)));
    for (const { name } of filled) expect(isComplete(service, { ...values, [name]: ' ' })).toBe(false);
  });

  it('are found again by what was set', () => {
    expect(serviceOf({ kind: 'oidc', settings: { preset: 'okta' } })?.name).toBe('okta');
    expect(serviceOf({ kind: 'oidc', settings: {} })?.name).toBe('generic');
    expect(serviceOf({ kind: 'github', settings: {} })?.name).toBe('github');
    expect(serviceOf({ kind: 'of a later release', settings: {} })).toBeUndefined();
  });

  it('keep what is filled in, and leave the rest out', () => {
    const values = { issuer: ' https://a.example ', client_id: 'x', scopes: 'groups, roles', auto_signup: true };
    const settings = { issuer: 'https://a.example', client_id: 'x', scopes: ['groups', 'roles'], auto_signup: true };
    expect(settingsOf(named('okta'), { ...values, trusts_email: false })).toEqual({ preset: 'okta', ...settings });
    expect(valuesOf(named('okta'), settings)).toEqual({ ...settings, scopes: 'groups roles' });
    expect(settingsOf(named('github'), { client_id: 'x', team: '' })).toEqual({ client_id: 'x' });
  });

  it('say only what has changed', () => {
    const before = {
      preset: 'okta',
      issuer: 'https://a.example',
      client_id: 'x',
      scopes: ['groups'],
      auto_signup: true,
    } as const;
    const settings = { ...before, scopes: [...before.scopes] };
    const values = valuesOf(named('okta'), settings);
    expect(changesOf(named('okta'), settings, values)).toEqual({});
    const edited = { ...values, scopes: ' ', auto_signup: false, trusts_name: true, client_id: 'y' };
    expect(changesOf(named('okta'), settings, edited)).toEqual({
      ...{ scopes: null, auto_signup: null, trusts_name: true, client_id: 'y' },
    });
  });

  it('have groups, a line each', () => {
    const groups = [{ external: 'dev' }, { external: '4f2a', local: 'the others' }];
    const values = valuesOf(named('saml'), { groups });
    expect(values.groups).toBe('dev\n4f2a => the others');
    expect(settingsOf(named('saml'), { groups: ' dev \n\n4f2a=> the others\n' })).toMatchObject({ groups });
    expect(changesOf(named('saml'), { groups }, values)).toEqual({});
    expect(changesOf(named('saml'), { groups }, { ...values, groups: '*' })).toEqual({ groups: [{ external: '*' }] });
    expect(changesOf(named('saml'), { groups: [{ external: '*' }] }, { ...values, groups: '' })).toEqual({
      groups: null,
    });
  });

  it('have numbers, which are gone when they are emptied', () => {
    const values = valuesOf(named('github'), { max_session_hours: 12 });
    expect(values).toEqual({ max_session_hours: '12' });
    expect(settingsOf(named('github'), { max_session_hours: ' 8 ' })).toEqual({ max_session_hours: 8 });
    expect(changesOf(named('github'), { max_session_hours: 12 }, values)).toEqual({});
    expect(changesOf(named('github'), { max_session_hours: 12 }, { max_session_hours: '' })).toEqual({
      max_session_hours: null,
    });
  });

  it('read certificates, choices and switches that are on unless they are said to be off', () => {
    const certificate = (text: string) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`;
    const before = { certificates: [certificate('AAAA')], signs: 'response' } as const;
    const settings = { ...before, certificates: [...before.certificates] };
    const values = valuesOf(named('saml'), settings);
    expect(values).toEqual({ certificates: certificate('AAAA'), signs: 'response', trusts_name: true });
    expect(changesOf(named('saml'), settings, values)).toEqual({});
    const two = `${certificate('AAAA')}\n${certificate('BBBB')}`;
    const edited = { ...values, certificates: two, signs: '', trusts_name: false };
    expect(changesOf(named('saml'), settings, edited)).toEqual({
      ...{ certificates: [certificate('AAAA'), certificate('BBBB')], signs: null, trusts_name: false },
    });
    expect(settingsOf(named('apple'), { client_id: 'x', trusts_name: true })).toEqual({ client_id: 'x' });
  });
});
