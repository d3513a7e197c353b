import { snapshotState } from '../store/snapshot';
import { ME, aUser, anAnswer } from '../test-support/answer';
import { type Circumstances, releaseOf, wantedBanners } from './wanted-banners';

const JULY = Date.UTC(2026, 6, 1);

function circumstances(changes: Partial<Circumstances> = {}, own: Parameters<typeof aUser>[1] = {}): Circumstances {
  const base = snapshotState(anAnswer({ realm_users: [aUser(ME, own)] }));
  const settings = { ...base.settings, timezone: 'Europe/Berlin', web_suggest_update_timezone: true };
  const organization = { ...base.organization, realm_description: 'Tests' };
  const state = { ...base, settings, organization };
  const usual = { permission: 'granted', zone: 'Europe/Paris', now: JULY, storageUsed: 0.5 } as const;
  return { state, ...usual, loadedRelease: releaseOf(state), ...changes };
}

describe('banners', () => {
  it('say nothing while all is well, also in another zone with the same time', () => {
    expect(wantedBanners(circumstances())).toEqual([]);
  });

  it('say that the service runs another release, and that it wants the page to be loaded anew', () => {
    const { state, ...rest } = circumstances();
    const service = { ...state.service, service_version: '99.0' };
    expect(wantedBanners({ ...rest, state: { ...state, service } })).toEqual(['release']);
    expect(wantedBanners({ ...rest, state: { ...state, reload: 'wanted' } })).toEqual(['release']);
  });

  it('ask for notifications while the browser was not asked', () => {
    expect(wantedBanners(circumstances({ permission: 'default' }))).toEqual(['notifications']);
    expect(wantedBanners(circumstances({ permission: 'denied' }))).toEqual([]);
  });

  it('warn before the browser has no room for drafts and unsent messages', () => {
    expect(wantedBanners(circumstances({ storageUsed: 0.89 }))).toEqual([]);
    expect(wantedBanners(circumstances({ storageUsed: 0.91 }))).toEqual(['storage']);
  });

  it('ask whether the time zone is another one, unless that is off', () => {
    const travelling = circumstances({ zone: 'Asia/Tokyo' });
    expect(wantedBanners(travelling)).toEqual(['timeZone']);
    const { state } = travelling;
    const settings = { ...state.settings, web_suggest_update_timezone: false };
    expect(wantedBanners({ ...travelling, state: { ...state, settings } })).toEqual([]);
  });

  it('ask administrators for a description', () => {
    const { state, ...rest } = circumstances({}, { is_admin: true });
    const organization = { ...state.organization, realm_description: '' };
    expect(wantedBanners({ ...rest, state: { ...state, organization } })).toEqual(['description']);
    const member = circumstances();
    expect(wantedBanners({ ...member, state: { ...member.state, organization } })).toEqual([]);
  });

  it('ask for required fields of the own profile that are empty', () => {
    const { state, ...rest } = circumstances({}, { profile_data: { 2: { value: 'x' } } });
    const field = { type: 1, name: '', hint: '', field_data: '', order: 1 };
    const withFields = (id: number, editable_by_user: boolean) => ({
      ...state,
      organization: {
        ...state.organization,
        custom_profile_fields: [{ ...field, id, required: true, editable_by_user }],
      },
    });
    expect(wantedBanners({ ...rest, state: withFields(1, true) })).toEqual(['ownProfile']);
    expect(wantedBanners({ ...rest, state: withFields(1, false) })).toEqual([]);
    expect(wantedBanners({ ...rest, state: withFields(2, true) })).toEqual([]);
  });
});
