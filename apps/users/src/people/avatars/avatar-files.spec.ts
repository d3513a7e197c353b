import type { SpooledFiles } from '@stoa/contracts/users';
import type { Database } from '@stoa/database';
import type { Logger } from '@stoa/observability';
import type { FileStore } from '@stoa/storage';
import type { ImageMaker } from '../../shared/images/image-maker';
import type { SpooledImages } from '../../shared/images/spooled-images';
import { AvatarFiles } from './avatar-files';

const REALM = 2;

function facts({ used = [] as string[], fails = false } = {}) {
  const stored = new Set<string>();
  const files = {
    put: (key: string) => Promise.resolve(void stored.add(key)),
    delete: (keys: string[]) => {
      if (fails) return Promise.reject(new Error('down'));
      for (const key of keys) stored.delete(key);
      return Promise.resolve();
    },
  } as unknown as FileStore;
  const images = { squares: () => Promise.resolve([Buffer.from('s'), Buffer.from('m')]) } as unknown as ImageMaker;
  const spooled = { read: () => Promise.resolve(Buffer.from('x')) } as unknown as SpooledImages;
  const query = (_name: string, _text: string, [, key]: string[]) =>
    Promise.resolve(used.includes(key ?? '') ? [{}] : []);
  const warn = vi.fn();
  const avatars = new AvatarFiles(
    files,
    images,
    spooled,
    { query } as unknown as Database,
    { warn } as unknown as Logger,
  );
  return { avatars, stored, used, warn };
}

const upload = { count: 1, first: {} } as unknown as SpooledFiles;

describe('the images of avatars', () => {
  it('go when the write that wanted them fails', async () => {
    const { avatars, stored } = facts();
    const failure = new Error('refused');
    await expect(avatars.withStored(REALM, upload, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(stored.size).toBe(0);
  });

  it('stay when that write was committed all the same', async () => {
    const { avatars, stored, used } = facts();
    const failure = new Error('no answer');
    const work = (key: string | null) => {
      used.push(String(key));
      return Promise.reject(failure);
    };
    await expect(avatars.withStored(REALM, upload, work)).rejects.toBe(failure);
    expect(stored.size).toBe(2);
  });

  it('that cannot be removed are left with a line in the log', async () => {
    const { avatars, warn } = facts({ fails: true });
    await avatars.release(REALM, 'old');
    expect(warn).toHaveBeenCalledTimes(1);
    await avatars.release(REALM, null);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
