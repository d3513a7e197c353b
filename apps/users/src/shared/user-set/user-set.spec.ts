import { UserView } from '@stoa/fragments';
import { UserRow, looksDifferentToItself, placeholderText, userText } from '@stoa/wire-objects';
import { entryRange } from './user-block';
import { BLOCK_SIZE, UserSet } from './user-set';

const user = (id: number, changes: Partial<UserRow> = {}): UserRow => ({
  id,
  version: 1,
  email: `user${id}@chat.example.com`,
  deliveryEmail: `Ada${id}@example.com`,
  fullName: `Ada "${id}"`,
  role: 400,
  isActive: true,
  isBot: false,
  isImportedStub: false,
  isDeleted: false,
  botType: null,
  botOwnerId: null,
  avatarSource: 'G',
  avatarVersion: 1,
  avatarKey: null,
  timezone: '',
  dateJoined: 1_571_557_800,
  emailVisibility: 3,
  presenceEnabled: true,
  profileData: null,
  ...changes,
});

const registered: UserView = {
  realmId: 2,
  shape: 'registered',
  viewerRole: 400,
  clientGravatar: true,
  includeProfileData: true,
};
const parse = (row: UserRow, view: UserView, isOwn = false): unknown => JSON.parse(userText(row, view, { isOwn }));

describe('user objects (users.md 1)', () => {
  it('has every field of a registered human', () => {
    expect(parse(user(7), registered)).toEqual({
      user_id: 7,
      email: 'user7@chat.example.com',
      delivery_email: null,
      full_name: 'Ada "7"',
      date_joined: '2019-10-20T07:50+00:00',
      is_owner: false,
      is_admin: false,
      is_guest: false,
      is_bot: false,
      is_imported_stub: false,
      role: 400,
      avatar_url: expect.stringMatching(
        /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/,
      ),
      avatar_version: 1,
      timezone: '',
      profile_data: {},
    });
  });

  it.each([
    ['hidden address', 3, 400, true, null, 'url'],
    ['visible address', 1, 400, true, 'Ada7@example.com', null],
    ['visible address, no client_gravatar', 1, 400, false, 'Ada7@example.com', 'url'],
    ['administrator, who gets a dummy as API email', 3, 200, true, 'Ada7@example.com', 'url'],
  ])('%s', (_name, emailVisibility, viewerRole, clientGravatar, address, avatar) => {
    const seen = parse(user(7, { emailVisibility }), { ...registered, viewerRole, clientGravatar });
    expect(seen).toMatchObject({
      delivery_email: address,
      avatar_url: avatar === null ? null : expect.stringContaining('gravatar'),
    });
  });

  it('shows its own address to everybody', () => {
    expect(parse(user(7, { emailVisibility: 4 }), registered, true)).toMatchObject({
      delivery_email: 'Ada7@example.com',
      avatar_url: expect.stringContaining('gravatar'),
    });
    expect(looksDifferentToItself(user(7, { emailVisibility: 4 }), registered)).toBe(true);
    expect(looksDifferentToItself(user(7, { emailVisibility: 2 }), registered)).toBe(false);
  });

  it('describes bots without profile', () => {
    const bot = user(9, { isBot: true, botType: 1, botOwnerId: 7, emailVisibility: 1 });
    const seen = parse(bot, { ...registered, shape: 'listed' });
    expect(seen).toMatchObject({ is_active: true, bot_type: 1, bot_owner_id: 7 });
    expect(seen).not.toHaveProperty('profile_data');
  });

  it('tells spectators little', () => {
    const seen = parse(user(7, { emailVisibility: 1 }), { ...registered, viewerRole: null, clientGravatar: false });
    expect(seen).toMatchObject({ date_joined: '2019-10-20', delivery_email: null });
    expect(seen).not.toHaveProperty('timezone');
    expect(seen).not.toHaveProperty('profile_data');
  });

  it('hides the inaccessible behind a placeholder', () => {
    expect(JSON.parse(placeholderText(7, 'user7@chat.example.com', 'registered'))).toMatchObject({
      user_id: 7,
      full_name: 'Unknown user',
      role: 400,
      delivery_email: null,
    });
  });
});

describe('the set of a realm', () => {
  const rows = Array.from({ length: BLOCK_SIZE + 2 }, (_, index) => user(10 + index * 2));
  const set = UserSet.of(1, rows);
  const versions = ({ blocks }: UserSet) => blocks.map((block) => block.encode(registered).active.version);

  it('finds users by id', () => {
    expect(set.find(10)?.id).toBe(10);
    expect(set.find(10 + BLOCK_SIZE * 2)?.id).toBe(10 + BLOCK_SIZE * 2);
    expect(set.find(11)).toBeUndefined();
    expect(set.find(9)).toBeUndefined();
    expect(set.find(99_999)).toBeUndefined();
  });

  it('keeps the blocks that did not change', () => {
    const next = set.after(2, [user(12, { version: 2, fullName: 'Grace' })]);
    expect(next.blocks[1]).toBe(set.blocks[1]);
    expect(next.blocks[0]).not.toBe(set.blocks[0]);
    expect(next.find(12)?.fullName).toBe('Grace');
    expect(set.find(12)?.fullName).not.toBe('Grace');
    expect(next.activityVersion).toBe(1);
  });

  it('appends new accounts to the open block', () => {
    const next = set.after(2, [user(9_000, { version: 2 }), user(9_002, { version: 2 })]);
    expect(next.blocks).toHaveLength(2);
    expect([...next].map((row) => row.id)).toEqual([...rows.map((row) => row.id), 9_000, 9_002]);
  });

  it('sorts in what an import brought, under names of other content', () => {
    const next = set.after(2, [user(11, { version: 2 })]);
    expect([...next].map((row) => row.id).slice(0, 3)).toEqual([10, 11, 12]);
    expect(versions(next)[1]).not.toBe(versions(set)[1]);
  });

  it('remembers when somebody was deactivated', () => {
    expect(set.after(5, [user(12, { version: 5, isActive: false })]).activityVersion).toBe(5);
  });

  it('is the same whether loaded at once or in steps', () => {
    const late = user(9_000, { version: 2 });
    const atOnce = UserSet.of(2, [...rows, late]);
    expect(versions(set.after(2, [late]))).toEqual(versions(atOnce));
  });

  it('is named by its text, not by its rows, so that offsets are those of the bytes', () => {
    const otherText = UserSet.of(1, [user(10, { fullName: 'as another release writes it' }), ...rows.slice(1)]);
    expect(versions(otherText)[0]).not.toBe(versions(set)[0]);
    const sameText = UserSet.of(2, [user(10, { version: 2 }), ...rows.slice(1)]);
    expect(versions(sameText)).toEqual(versions(set));
  });

  it('encodes active and deactivated users apart, and knows where each entry is', async () => {
    const mixed = UserSet.of(1, [user(1), user(2, { isActive: false }), user(3, { fullName: 'Žofia 😀' }), user(4)]);
    await mixed.encode(registered);
    const block = mixed.blocks[0]?.encode(registered);
    const ids = (bytes: Buffer | undefined): number[] =>
      (JSON.parse(`[${bytes?.toString() ?? ''}]`) as { user_id: number }[]).map(({ user_id }) => user_id);
    expect(ids(block?.active.bytes)).toEqual([1, 3, 4]);
    expect(ids(block?.inactive.bytes)).toEqual([2]);
    const list = block?.active;
    if (!list) throw new Error('not encoded');
    for (const id of [1, 3, 4]) {
      const entry: { user_id: number } = JSON.parse(list.bytes.subarray(...(entryRange(list, id) ?? [])).toString());
      expect(entry.user_id).toBe(id);
    }
  });
});
