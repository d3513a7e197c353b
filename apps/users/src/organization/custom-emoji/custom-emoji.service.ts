import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import { addSpooledEmoji, listCustomEmoji, removeCustomEmoji } from '@stoa/contracts/organization';
import type { SpooledFiles } from '@stoa/contracts/users';
import { Database, WriteTransaction, isUniqueViolation, lockRealm, setKeys } from '@stoa/database';
import { EXTRA_EMOJI_NAMES, nameToCode } from '@stoa/emoji';
import { DomainError, badRequest, insufficientPermission } from '@stoa/errors';
import { LOGGER } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { customEmojiName, customEmojiNameProblem, isAdministrator } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { FileStore, publicImageKey } from '@stoa/storage';
import { ChangeFacts, ChangeFactsReader } from '@stoa/directory';
import { EmojiImage, ImageMaker } from '../../shared/images/image-maker';
import { SpooledImages } from '../../shared/images/spooled-images';
import { activeUserIds, policyUser } from '../../shared/user-changes/user-rules';
import { emojiTable } from '../../shared/realm-facts/emoji-table';
import { CustomEmojiRepository } from './custom-emoji.repository';

const NAME_TAKEN = 'A custom emoji with this name already exists.';

/** Emoji that an organization adds to the built-in ones (organization.md 7). */
@Injectable()
export class CustomEmojiService {
  constructor(
    private readonly database: Database,
    private readonly repository: CustomEmojiRepository,
    private readonly facts: ChangeFactsReader,
    private readonly spooled: SpooledImages,
    private readonly images: ImageMaker,
    private readonly files: FileStore,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  @Handles(listCustomEmoji)
  async list({ actor }: ActorContext): Promise<RpcResponse<typeof listCustomEmoji>> {
    return { emoji: emojiTable(actor.realmId, await this.repository.list(actor.realmId)) };
  }

  /** @throws DomainError for the first problem in the order of organization.md 7 */
  @Handles(addSpooledEmoji)
  async add(ctx: ActorContext, { emoji_name, files: upload }: RpcRequest<typeof addSpooledEmoji>): Promise<void> {
    const name = customEmojiName(emoji_name);
    const problem = customEmojiNameProblem(name);
    if (problem) throw badRequest(problem);
    await this.write(ctx, (tx, facts) => this.checkMayAdd(tx, facts, name, upload));
    const image = await this.images.emoji(await this.spooled.read(upload));
    const fileName = await this.store(ctx.actor.realmId, image);
    try {
      await this.write(ctx, async (tx, facts) => {
        await this.checkMayAdd(tx, facts, name, upload);
        const isAnimated = image.still !== null;
        const id = await this.repository.insert(tx, { name, authorId: facts.requester.id, fileName, isAnimated });
        await this.announce(tx, facts, id, 'add');
      });
    } catch (error) {
      await this.discard(ctx.actor.realmId, fileName);
      if (isUniqueViolation(error)) throw badRequest(NAME_TAKEN);
      throw error;
    }
  }

  /** Messages and reactions keep showing it. @throws DomainError 404, or for others than author and administrators */
  @Handles(removeCustomEmoji)
  async remove(ctx: ActorContext, { emoji_name: name }: RequestOf<typeof removeCustomEmoji>): Promise<void> {
    await this.write(ctx, async (tx, facts) => {
      const emoji = (await this.repository.listIn(tx)).find((row) => row.name === name && !row.deactivated);
      if (!emoji) throw new DomainError('BAD_REQUEST', `Emoji '${name}' does not exist`, { status: 404 });
      const { requester } = facts;
      if (emoji.author_id !== requester.id && !isAdministrator(requester)) {
        throw badRequest('Must be an organization administrator or emoji author');
      }
      await this.repository.deactivate(tx, emoji.id);
      await this.announce(tx, facts, emoji.id, 'update_one');
    });
  }

  private async checkMayAdd(
    tx: WriteTransaction,
    { requester, groups }: ChangeFacts,
    name: string,
    upload: SpooledFiles,
  ): Promise<void> {
    const user = policyUser(requester);
    if (!groups.graph.isMember(await this.repository.permittedGroup(tx), user)) {
      throw insufficientPermission();
    }
    const known = await this.repository.listIn(tx);
    if (known.some((emoji) => emoji.name === name && !emoji.deactivated)) throw badRequest(NAME_TAKEN);
    this.spooled.requireOne(upload, 'You must upload exactly one file.');
    const isBuiltIn = nameToCode(name) !== undefined || EXTRA_EMOJI_NAMES.some((extra) => extra === name);
    if (isBuiltIn && !isAdministrator(user)) {
      throw badRequest('Only administrators can override default emoji.');
    }
  }

  /** @returns the file's name. Names are never used again, so browsers may keep the images for ever. */
  private async store(realmId: number, image: EmojiImage): Promise<string> {
    const fileName = `${randomBytes(16).toString('hex')}.${image.extension}`;
    const [moving, still] = emojiKeys(realmId, fileName);
    await this.files.put(moving, image.content);
    if (image.still) await this.files.put(still, image.still);
    return fileName;
  }

  /**
   * Removes the images of an emoji that could not be added, unless it was: a write that failed for its caller may have been
   * committed all the same. Deactivated emoji keep theirs, as messages show them.
   */
  private async discard(realmId: number, fileName: string): Promise<void> {
    try {
      if (!(await this.repository.isUsed(realmId, fileName))) await this.files.delete(emojiKeys(realmId, fileName));
    } catch (error) {
      this.log.warn({ err: error, realmId, fileName }, 'the images of an emoji that was not added stay in the store');
    }
  }

  /** The one that changed to clients that want to know it so, the whole table to others. */
  private async announce(
    tx: WriteTransaction,
    facts: ChangeFacts,
    changedId: number,
    op: 'add' | 'update_one',
  ): Promise<void> {
    tx.bump(setKeys.realmSettings(tx.realmId));
    const table = emojiTable(tx.realmId, await this.repository.listIn(tx));
    const to = activeUserIds(facts.users);
    const when = { capability: 'individual_emoji_changes', is: true } as const;
    const emoji = table[String(changedId)];
    if (!emoji) throw new Error(`there is no emoji ${changedId}`);
    tx.emit(
      op === 'add'
        ? eventOf('realm_emoji', op, { emoji }, to, { when })
        : eventOf('realm_emoji', op, { emoji_id: emoji.id, data: { deactivated: true } }, to, { when }),
      eventOf('realm_emoji', 'update', { realm_emoji: table }, to, { when: { ...when, is: false } }),
    );
  }

  private write<T>(ctx: ActorContext, work: (tx: WriteTransaction, facts: ChangeFacts) => Promise<T>): Promise<T> {
    const { realmId } = ctx.actor;
    return this.database.write(ctx, [lockRealm(realmId, 'exclusive')], async (tx) =>
      work(tx, await this.facts.current(ctx)),
    );
  }
}

function emojiKeys(realmId: number, fileName: string): [moving: string, still: string] {
  const folder = `${realmId}/emoji/images`;
  const stem = fileName.replace(/\.\w+$/, '');
  return [publicImageKey(`${folder}/${fileName}`), publicImageKey(`${folder}/still/${stem}.png`)];
}
