import { type ShownUser, userResource } from './scim-resources';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const ADA: ShownUser = {
  ...{ id: 7, version: 1, deliveryEmail: 'ada@x.com', fullName: 'Ada Lovelace', role: 400, isActive: true },
  ...{ language: 'en', timezone: '', externalId: null, createdAt: new Date(0), changedAt: null },
  profile: { 'Job Title': 'Poet', Unit: 'Engines' },
};

function shownWith(...profileFields: { external: string; local: string }[]): object {
  return userResource(ADA, 'https://x.example/scim/v2', { givesWholeNames: true, profileFields });
}

describe('a user as providers see it', () => {
  it('has profile fields where they came from, whose names have no case, and `_` for a space', () => {
    const title = { external: 'title', local: 'job_title' };
    const department = { external: `${ENTERPRISE}:department`, local: 'UNIT' };
    expect(shownWith(title, department)).toMatchObject({ title: 'Poet', [ENTERPRISE]: { department: 'Engines' } });
  });

  it.each(['id', 'active', 'userName', 'USERNAME', 'schemas', 'meta', 'externalId', 'timezone'])(
    'keeps its own %s',
    (external) => {
      expect(shownWith({ external, local: 'Unit' })).toEqual(shownWith());
    },
  );
});
