import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { addAttachment } from '@stoa/contracts/messages';
import type { Actor } from '@stoa/contracts/rpc';
import { DomainError } from '@stoa/errors';
import { createLogger } from '@stoa/observability';
import type { RpcClient } from '@stoa/rpc';
import { LocalFileStore, uploadKey } from '@stoa/storage';
import type { GatewayEnvironment } from '../gateway-environment';
import { FakeRpcClient } from '../test-support/fake-rpc-client';
import type { ImageHeader } from './image-header';
import type { Thumbnails } from './thumbnails';
import { UploadIntake } from './upload-intake';

const ADDRESS = /^\/user_uploads\/7\/[0-9a-f]{2}\/[\w-]{24}\/plan\.txt$/;

describe('an upload', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stoa-upload-intake-'));
  const files = new LocalFileStore(folder);
  const rpc = new FakeRpcClient();
  afterAll(() => rmSync(folder, { recursive: true }));

  const intakeWith = (secret: string): UploadIntake => {
    const environment = { STOA_API_KEY_SECRET: secret, STOA_UPLOAD_MAX_MIB: 1 };
    const images: Pick<ImageHeader, 'read'> = { read: () => Promise.resolve(null) };
    return new UploadIntake(
      environment as GatewayEnvironment,
      rpc as unknown as RpcClient,
      files,
      images as ImageHeader,
      {} as Thumbnails,
      createLogger({ service: 'gateway', replica: 1, level: 'silent' }),
    );
  };
  const take = (intake: UploadIntake, realmId: number, repetitionKey?: string, refusal?: DomainError) => {
    const refuse = (): never => {
      throw refusal;
    };
    rpc.answer(addAttachment, refusal ? refuse : { id: 1 });
    const ctx = { requestId: 'r', deadlineAt: Date.now() + 5_000, actor: { realmId } as Actor };
    const content = Readable.from([Buffer.from('plan')]);
    return intake.take(ctx, { fileName: 'plan.txt', contentType: 'text/plain', content, repetitionKey });
  };

  it('has an address that nobody can guess', async () => {
    const [one, two] = [await take(intakeWith('a'.repeat(32)), 7), await take(intakeWith('a'.repeat(32)), 7)];
    expect(one.url).toMatch(ADDRESS);
    expect(one.url).not.toBe(two.url);
    expect(rpc.calls.at(-1)?.request).toMatchObject({ mayBeThere: false });
  });

  it('has the same one when it is repeated, and another with another key, organization or secret', async () => {
    const intake = intakeWith('a'.repeat(32));
    const { url } = await take(intake, 7, 'mail/0');
    expect(url).toMatch(ADDRESS);
    expect((await take(intakeWith('a'.repeat(32)), 7, 'mail/0')).url).toBe(url);
    expect(rpc.calls.at(-1)?.request).toMatchObject({ mayBeThere: true });
    const others = [
      await take(intake, 7, 'mail/1'),
      await take(intake, 8, 'mail/0'),
      await take(intakeWith('b'.repeat(32)), 7, 'mail/0'),
    ];
    expect(new Set([url, ...others.map((other) => other.url)].map((address) => address.slice(16))).size).toBe(4);
    expect((await files.read(uploadKey(url.replace('/user_uploads/', ''))))?.toString()).toBe('plan');
  });

  it('that is refused keeps no bytes, but those that an upload with its key may have recorded', async () => {
    const intake = intakeWith('a'.repeat(32));
    const { url } = await take(intake, 9, 'mail/0');
    const isThere = async () => (await files.stat(uploadKey(url.replace('/user_uploads/', '')))) !== null;
    const denied = new DomainError('BAD_REQUEST', 'Account is deactivated');
    await expect(take(intake, 9, 'mail/0', denied)).rejects.toThrow(denied);
    expect(await isThere()).toBe(true);
    // The messages service says so only of a file that it has not recorded.
    const overQuota = new DomainError('REALM_UPLOAD_QUOTA', 'Over quota');
    await expect(take(intake, 9, 'mail/0', overQuota)).rejects.toThrow(overQuota);
    expect(await isThere()).toBe(false);
    const stored = vi.spyOn(files, 'put');
    await expect(take(intake, 9, undefined, denied)).rejects.toThrow(denied);
    expect(await files.stat(stored.mock.calls[0]?.[0] ?? '')).toBeNull();
  });
});
