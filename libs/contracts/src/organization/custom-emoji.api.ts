import { Type } from '@sinclair/typebox';
import { text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint, requestWith } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';
import { IMAGE_MS, SpooledFilesSchema } from '../users/spooled-files';
import { CustomEmojiTableSchema } from './custom-emoji-table';
import { IMAGE_ERRORS, bad } from './refusals';

const nameParams = { emoji_name: text({ doc: 'Name of the emoji.' }) };

/** Emoji that an organization adds to the built-in ones (organization.md 7). */
export const listCustomEmoji = defineEndpoint({
  method: 'GET',
  path: 'realm/emoji',
  tag: 'Organization',
  summary: 'Get custom emoji',
  auth: 'user',
  subject: 'rpc.users.v1.emoji.list',
  response: Type.Object({ emoji: CustomEmojiTableSchema }, CLOSED),
});

export const addCustomEmoji = defineEndpoint({
  method: 'POST',
  path: 'realm/emoji/{emoji_name}',
  tag: 'Organization',
  summary: 'Add a custom emoji',
  description: 'multipart/form-data with one image.',
  auth: 'user',
  guard: 'human-member',
  streamsFiles: true,
  params: nameParams,
  response: EmptyResponseSchema,
  errors: [
    bad('Emoji name is missing'),
    bad('Emoji names must end with either a letter or digit.'),
    bad('Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.'),
    bad('Insufficient permission'),
    bad('A custom emoji with this name already exists.'),
    bad('You must upload exactly one file.'),
    bad('Only administrators can override default emoji.'),
    ...IMAGE_ERRORS,
    { code: 'BAD_IMAGE', msg: 'Image size exceeds limit' },
  ],
});

export const addSpooledEmoji = defineRpc({
  subject: 'rpc.users.v1.emoji.add',
  request: requestWith(nameParams, { files: SpooledFilesSchema }),
  response: EmptyResponseSchema,
  auth: 'user',
  timeoutMs: IMAGE_MS,
  idempotent: false,
});

export const removeCustomEmoji = defineEndpoint({
  method: 'DELETE',
  path: 'realm/emoji/{emoji_name}',
  tag: 'Organization',
  summary: 'Deactivate a custom emoji',
  auth: 'user',
  subject: 'rpc.users.v1.emoji.remove',
  params: nameParams,
  response: EmptyResponseSchema,
  errors: [
    { code: 'BAD_REQUEST', msg: "Emoji 'party_cat' does not exist", status: 404 },
    bad('Must be an organization administrator or emoji author'),
  ],
});
