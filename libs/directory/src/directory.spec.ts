import { DomainError, badRequest } from '@stoa/errors';
import { Directory } from './directory';
import { ChannelMembers, RealmChannels, RealmGroups, RealmSettings } from './directory-sets';
import { RealmUsers } from './directory-user';
import { DirectoryRepository } from './directory.repository';

const REALM = 1;
const USERS = 'realm:1:users';

/** A repository whose users appear with versions; the other sets are not asked for. */
class FakeRepository implements Pick<
  DirectoryRepository,
  'versions' | 'users' | 'settings' | 'groups' | 'channels' | 'members'
> {
  version = 1;
  names = ['Ada'];
  reads = 0;

  rename(name: string): void {
    this.version++;
    this.names = [name];
  }

  versions(keys: readonly string[]): Promise<Map<string, number>> {
    return Promise.resolve(new Map(keys.map((key) => [key, key === USERS ? this.version : 0])));
  }

  users(): Promise<RealmUsers> {
    this.reads++;
    const user = { id: 7, fullName: this.names[0], alertWords: [], mutedUserIds: [] };
    return Promise.resolve(new RealmUsers(this.version, new Map([[7, user as never]])));
  }

  settings = (): Promise<RealmSettings> => Promise.reject(new Error('not asked for'));
  groups = (): Promise<RealmGroups> => Promise.reject(new Error('not asked for'));
  channels = (): Promise<RealmChannels> => Promise.reject(new Error('not asked for'));
  members = (): Promise<ChannelMembers[]> => Promise.reject(new Error('not asked for'));
}

function directory() {
  const repository = new FakeRepository();
  return { repository, directory: new Directory(repository as unknown as DirectoryRepository) };
}

const nameOf = (users: RealmUsers) => users.get(7)?.fullName;

describe('decisions on copies (I11)', () => {
  it('takes a stale copy for a decision that its write confirms', async () => {
    const { repository, directory: shared } = directory();
    await shared.users.get(REALM);
    repository.rename('Bo');
    expect(await shared.decide(REALM, async (view) => nameOf(await view.users()))).toBe('Ada');
    expect(repository.reads).toBe(1);
  });

  it('repeats a refusal that rested on a stale copy', async () => {
    const { repository, directory: shared } = directory();
    await shared.users.get(REALM);
    repository.rename('Bo');
    const decision = shared.decide(REALM, async (view) => {
      if (nameOf(await view.users()) !== 'Bo') throw badRequest('not Bo');
      return 'allowed';
    });
    expect(await decision).toBe('allowed');
  });

  it('throws a refusal that rests on current copies', async () => {
    const { directory: shared } = directory();
    const decision = shared.decide(REALM, async (view) => {
      await view.users();
      throw badRequest('never');
    });
    await expect(decision).rejects.toEqual(new DomainError('BAD_REQUEST', 'never'));
  });

  it('gives no answer from a stale copy where nothing else confirms it', async () => {
    const { repository, directory: shared } = directory();
    await shared.users.get(REALM);
    repository.rename('Bo');
    expect(await shared.decideConfirmed(REALM, async (view) => nameOf(await view.users()))).toBe('Bo');
  });

  it('takes versions that were read together with the answer for the confirmation', async () => {
    const { repository, directory: shared } = directory();
    const ask = vi.spyOn(repository, 'versions');
    const decision = shared.decideConfirmed(REALM, async (view) => {
      await view.users();
      view.saw([USERS], [1]);
      return 'read';
    });
    expect(await decision).toBe('read');
    expect(ask).not.toHaveBeenCalled();
  });

  it('decides again when those versions are newer than the copies', async () => {
    const { repository, directory: shared } = directory();
    await shared.users.get(REALM);
    repository.rename('Bo');
    const decision = shared.decideConfirmed(REALM, async (view) => {
      const name = nameOf(await view.users());
      view.saw([USERS], [2]);
      return name;
    });
    expect(await decision).toBe('Bo');
  });

  it('asks for the versions when the decision used more than what was read together with it', async () => {
    const { repository, directory: shared } = directory();
    await shared.users.get(REALM);
    repository.rename('Bo');
    const decision = shared.decideConfirmed(REALM, async (view) => {
      view.saw([], []);
      return nameOf(await view.users());
    });
    expect(await decision).toBe('Bo');
  });

  it('gives up when the copies never settle', async () => {
    const { repository, directory: shared } = directory();
    const decision = shared.decideConfirmed(REALM, async (view) => {
      await view.users();
      repository.rename('Cy');
    });
    await expect(decision).rejects.toThrow('membership changes faster than it can be read');
  });

  it('names the sets and versions that a write has to confirm', async () => {
    const { directory: shared } = directory();
    const used = await shared.decide(REALM, async (view) => {
      await view.users();
      return view.versions();
    });
    expect(used).toEqual({ keys: [USERS], versions: [1] });
  });
});
