import { snapshotState } from '../store/snapshot';
import { aSubscription, anAnswer } from '../test-support/answer';
import { channelSections } from './channel-sections';

const folder = (id: number, order: number, changes = {}) => ({
  id,
  name: `folder ${id}`,
  description: '',
  rendered_description: '',
  order,
  date_created: 0,
  creator_id: null,
  is_archived: false,
  ...changes,
});

type Settings = Partial<ReturnType<typeof snapshotState>['settings']>;

function sectionsOf(changes: Parameters<typeof anAnswer>[0], settings: Settings = {}) {
  const state = snapshotState(anAnswer(changes));
  const shown = { web_left_sidebar_show_channel_folders: true, demote_inactive_streams: 3, ...settings };
  const sections = channelSections({ ...state, settings: { ...state.settings, ...shown } });
  return sections.map(({ key, active, muted, inactive }) =>
    [key, ...[active, muted, inactive].map((channels) => channels.map(({ stream_id }) => stream_id).join())].join(' '),
  );
}

describe('sections of channels (web-details.md A.2)', () => {
  it('are the pinned, the folders in their order, and the rest; muted channels follow the others', () => {
    const subscriptions = [
      aSubscription(1, { name: 'zeta' }),
      aSubscription(2, { name: 'eta', is_muted: true }),
      aSubscription(3, { name: 'theta', pin_to_top: true, folder_id: 7 }),
      aSubscription(4, { name: 'iota', folder_id: 7 }),
      aSubscription(5, { name: 'kappa', folder_id: 8 }),
      aSubscription(6, { name: 'alpha' }),
      aSubscription(9, { name: 'gone', is_archived: true }),
    ];
    expect(sectionsOf({ subscriptions, channel_folders: [folder(7, 2), folder(8, 1)] })).toEqual([
      'pinned 3  ',
      'folder/8 5  ',
      'folder/7 4  ',
      'others 6,1 2 ',
    ]);
  });

  it('puts folders in which nothing happens last', () => {
    const subscriptions = [aSubscription(1, { folder_id: 7, is_muted: true }), aSubscription(2)];
    expect(sectionsOf({ subscriptions, channel_folders: [folder(7, 1)] })).toEqual(['others 2  ', 'folder/7  1 ']);
  });

  it('knows no folders if the user does not want them, nor archived ones', () => {
    const subscriptions = [aSubscription(1, { folder_id: 7 })];
    const folders = { subscriptions, channel_folders: [folder(7, 1)] };
    expect(sectionsOf(folders, { web_left_sidebar_show_channel_folders: false })).toEqual(['others 1  ']);
    expect(sectionsOf({ ...folders, channel_folders: [folder(7, 1, { is_archived: true })] })).toEqual(['others 1  ']);
  });

  it('knows the folders in the sidebar and in the inbox, as the user wants either', () => {
    const state = snapshotState(
      anAnswer({ subscriptions: [aSubscription(1, { folder_id: 7 })], channel_folders: [folder(7, 1)] }),
    );
    const settings = { ...state.settings, web_left_sidebar_show_channel_folders: true };
    const keysIn = (place: 'sidebar' | 'inbox', inInbox: boolean) =>
      channelSections({ ...state, settings: { ...settings, web_inbox_show_channel_folders: inInbox } }, place).map(
        ({ key }) => key,
      );
    expect(keysIn('sidebar', false)).toEqual(['folder/7']);
    expect(keysIn('inbox', false)).toEqual(['others']);
    expect(keysIn('inbox', true)).toEqual(['folder/7']);
  });

  it('puts quiet channels away as the user wants it: never those that are pinned', () => {
    const quiet = [
      aSubscription(1, { is_recently_active: false }),
      aSubscription(2, { is_recently_active: false, pin_to_top: true }),
    ];
    expect(sectionsOf({ subscriptions: quiet }, { demote_inactive_streams: 2 })).toEqual(['pinned 2  ', 'others   1']);
    expect(sectionsOf({ subscriptions: quiet }, { demote_inactive_streams: 1 })).toEqual(['pinned 2  ', 'others 1  ']);
    const many = [...quiet, ...Array.from({ length: 20 }, (_, number) => aSubscription(100 + number))];
    expect(sectionsOf({ subscriptions: many }, { demote_inactive_streams: 1 })[1]).toMatch(/ 1$/);
  });
});
