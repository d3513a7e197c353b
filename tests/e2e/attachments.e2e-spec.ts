import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TestCluster, eventually, sharedCluster, startCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { attachmentOf, linkTo, open, uploadFile } from '../support/files';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Person, createPerson } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

describe('attachments', () => {
  let cluster: TestCluster;
  let ada: Person;
  let grace: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, grace] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Grace')]);
  });

  it('are claimed by the message that links to them, and the owner hears of it before the message', async () => {
    const file = await uploadFile(ada);
    const channel = await createChannel(ada, [grace]);
    const queue = await TestQueue.register(ada, { event_types: ['message', 'attachment'] });
    const id = await sendToChannel(ada, channel, { content: `see ${linkTo(file)} and again ${file.url}` });
    const events = await queue.until(isEvent('message'));
    expect(events.map(({ type }) => type)).toEqual(['attachment', 'message']);
    const { attachment } = events[0];
    expect(attachment.message_ids).toEqual([id]);
    expect(await attachmentOf(ada, file)).toEqual(attachment);
    const found = await fetchNewest(ada, [
      { operator: 'channel', operand: channel.id },
      { operator: 'has', operand: 'attachment' },
    ]);
    expect(found.map((entry) => entry.id)).toEqual([id]);
  });

  it('of several messages list them all', async () => {
    const file = await uploadFile(ada);
    const ids = [
      await sendDirect(ada, [grace], { content: linkTo(file) }),
      await sendDirect(ada, [grace], { content: linkTo(file) }),
    ];
    expect((await attachmentOf(ada, file)).message_ids).toEqual(ids);
  });

  it('are claimed in their order, by a message and by its edit', async () => {
    const [first, second, third] = [await uploadFile(ada), await uploadFile(ada), await uploadFile(ada)];
    const queue = await TestQueue.register(ada, { event_types: ['attachment', 'message', 'update_message'] });
    const id = await sendDirect(ada, [grace], { content: `${linkTo(first)} ${linkTo(second)} "@MESSAGE_ID@"` });
    const events = await queue.until(isEvent('message'));
    const [one, two, { message }] = events;
    expect([one?.attachment.path_id, two?.attachment.path_id, message.id]).toEqual([first.pathId, second.pathId, id]);
    await ada.client.succeed('PATCH', `/messages/${id}`, {
      content: `${linkTo(first)} ${linkTo(second)} ${linkTo(third)}`,
    });
    const [claimed, edited] = await queue.until(isEvent('update_message'));
    expect([claimed?.attachment.path_id, edited?.message_id]).toEqual([third.pathId, id]);
  });

  it('of others are claimed by whoever may read them, for their owner to know', async () => {
    const [shown, hidden] = [await uploadFile(ada), await uploadFile(ada)];
    await sendDirect(ada, [grace], { content: linkTo(shown) });
    const queue = await TestQueue.register(ada, { event_types: ['attachment'] });
    const third = await createPerson(cluster, 'Third');
    await sendDirect(grace, [third], { content: `${linkTo(shown)} ${linkTo(hidden)}` });
    const { attachment } = await queue.next(isEvent('attachment', 'update'));
    expect(attachment.path_id).toBe(shown.pathId);
    expect(attachment.message_ids).toHaveLength(2);
    expect((await attachmentOf(ada, hidden)).message_ids).toEqual([]);
    expect((await open(third.client, shown.url)).status).toBe(200);
    expect((await open(third.client, hidden.url)).status).toBe(403);
  });

  it('that do not exist leave a plain link', async () => {
    const content = '[x](/user_uploads/1/ab/nothing/x.txt)';
    const id = await sendDirect(ada, [grace], { content });
    const found = await fetchNewest(ada, [{ operator: 'has', operand: 'attachment' }]);
    expect(found.map((message) => message.id)).not.toContain(id);
  });

  it('are detached by an edit, and let go by a deletion', async () => {
    const [kept, lost] = [await uploadFile(ada), await uploadFile(ada)];
    const id = await sendDirect(ada, [grace], { content: `${linkTo(kept)} ${linkTo(lost)}` });
    const edited = await ada.client.succeed('PATCH', `/messages/${id}`, { content: linkTo(kept) });
    expect(edited.detached_uploads.map(({ path_id }: { path_id: string }) => path_id)).toEqual([lost.pathId]);
    expect((await attachmentOf(ada, kept)).message_ids).toHaveLength(1);
    const queue = await TestQueue.register(ada, { event_types: ['attachment'] });
    await ada.client.succeed('DELETE', `/messages/${id}`);
    const { attachment } = await queue.next(isEvent('attachment', 'update'));
    expect(attachment).toMatchObject({ path_id: kept.pathId, message_ids: [] });
  });

  describe('DELETE /attachments/{id}', () => {
    it('removes a file and tells its owner', async () => {
      const file = await uploadFile(ada);
      const { id } = await attachmentOf(ada, file);
      const queue = await TestQueue.register(ada, { event_types: ['attachment'] });
      await ada.client.succeed('DELETE', `/attachments/${id}`);
      expect((await queue.next(isEvent('attachment', 'remove'))).attachment).toEqual({ id });
      expect(await attachmentOf(ada, file)).toBeUndefined();
      expect((await open(ada.client, file.url)).status).toBe(404);
      expectError(await ada.client.delete(`/attachments/${id}`), 'Invalid attachment');
    });

    it("refuses others' files", async () => {
      const { id } = await attachmentOf(ada, await uploadFile(ada));
      expectError(await grace.client.delete(`/attachments/${id}`), 'Invalid attachment');
    });
  });

  it('stay when the store does not let go of them', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stoa-uploads-'));
    const own = await startCluster({ env: { STOA_UPLOAD_DIRECTORY: folder } });
    try {
      const author = await createPerson(own, 'Author');
      const file = await uploadFile(author);
      const { id } = await attachmentOf(author, file);
      // A directory in a file's place is not removed.
      const stored = path.join(folder, 'uploads', file.pathId);
      await rm(stored);
      await mkdir(stored);
      expectError(
        await author.client.delete(`/attachments/${id}`),
        'An error occurred while deleting the attachment. Please try again later.',
      );
      expect(await attachmentOf(author, file)).toMatchObject({ id });
      await rm(stored, { recursive: true });
      await author.client.succeed('DELETE', `/attachments/${id}`);
      expect(await attachmentOf(author, file)).toBeUndefined();
    } finally {
      await own.stop();
      await rm(folder, { recursive: true });
    }
  });

  it('that nobody claims are removed in time, by any replica', async () => {
    const env = { STOA_UPLOAD_UNCLAIMED_SECONDS: '0', STOA_UPLOAD_CLEANUP_SECONDS: '1' };
    const own = await startCluster({ replicas: { messages: 2 }, env });
    try {
      const [author, reader] = [await createPerson(own, 'Author'), await createPerson(own, 'Reader')];
      const unused = await uploadFile(author);
      await eventually(async () => (await attachmentOf(author, unused)) === undefined);
      const used = await uploadFile(author);
      // The send may lose against the cleaning, which is what the setting asks for; then it is uploaded anew.
      await eventually(async () => {
        await sendDirect(author, [reader], { content: linkTo(used) });
        return true;
      });
      expect((await open(author.client, unused.url)).status).toBe(404);
    } finally {
      await own.stop();
    }
  });
});
