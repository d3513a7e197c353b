import { claimedFields } from './claimed-fields';

const MAPPING = [{ external: 'title', local: 'Job title' }, { external: 'floor' }];

describe('what a provider says of custom profile fields', () => {
  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['texts', { title: ' Engineer ', floor: '3' }, { 'Job title': 'Engineer', floor: '3' }],
    ['numbers', { floor: 3 }, { floor: '3' }],
    ['the first of several', { title: ['', 'Engineer', 'Poet'] }, { 'Job title': 'Engineer' }],
    ['nothing any more', { title: '', floor: [] }, { 'Job title': '', floor: '' }],
    ['what is no text', { title: { a: 1 }, floor: null }, { 'Job title': '', floor: '' }],
    ['what nobody asks for', { email: 'a@x.com' }, {}],
  ])('%s', (_what, claims, expected) => {
    expect(claimedFields(MAPPING, (name) => claims[name])).toEqual(expected);
  });

  it('matters where somebody asks', () => {
    expect(claimedFields(undefined, () => 'x')).toBeUndefined();
  });
});
