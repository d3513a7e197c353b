import { Static, Type } from '@sinclair/typebox';
import { boolean } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { CLOSED } from '../rpc/nullable';
import { IMAGE_MS, SpooledFilesSchema } from '../users/spooled-files';
import { IMAGE_ERRORS, bad } from './refusals';

const IconSchema = Type.Object({ icon_url: Type.String() }, CLOSED);
const AddressSchema = Type.Object({ url: Type.String() }, CLOSED);
const RealmImageSchema = Type.Union([Type.Literal('icon'), Type.Literal('logo'), Type.Literal('night_logo')]);
export type RealmImageName = Static<typeof RealmImageSchema>;

const logoParams = { night: boolean({ doc: 'The logo of the dark theme.' }) };

/** Icon and logos of an organization (organization.md 10). */
export const setRealmIcon = defineEndpoint({
  method: 'POST',
  path: 'realm/icon',
  tag: 'Organization',
  summary: "Set the organization's icon",
  description: 'multipart/form-data with one image.',
  auth: 'user',
  guard: 'administrator',
  streamsFiles: true,
  response: IconSchema,
  errors: [bad('You must upload exactly one icon.'), ...IMAGE_ERRORS],
});

export const removeRealmIcon = defineEndpoint({
  method: 'DELETE',
  path: 'realm/icon',
  tag: 'Organization',
  summary: "Remove the organization's icon",
  description: 'The generated one is shown again.',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.realm-images.remove-icon',
  response: IconSchema,
});

export const openRealmIcon = defineEndpoint({
  method: 'GET',
  path: 'realm/icon',
  tag: 'Organization',
  summary: "Go to the organization's icon",
  description: 'Answers 302 with the address of the image.',
  auth: 'user',
  isRedirect: true,
  response: EmptyResponseSchema,
});

export const setRealmLogo = defineEndpoint({
  method: 'POST',
  path: 'realm/logo',
  tag: 'Organization',
  summary: "Set the organization's logo",
  description: 'multipart/form-data with one image.',
  auth: 'user',
  guard: 'administrator',
  streamsFiles: true,
  params: logoParams,
  response: EmptyResponseSchema,
  errors: [bad('You must upload exactly one logo.'), ...IMAGE_ERRORS],
});

export const removeRealmLogo = defineEndpoint({
  method: 'DELETE',
  path: 'realm/logo',
  tag: 'Organization',
  summary: "Remove the organization's logo",
  description: 'The default one is shown again.',
  auth: 'user',
  guard: 'administrator',
  subject: 'rpc.users.v1.realm-images.remove-logo',
  params: logoParams,
  response: EmptyResponseSchema,
});

export const openRealmLogo = defineEndpoint({
  method: 'GET',
  path: 'realm/logo',
  tag: 'Organization',
  summary: "Go to the organization's logo",
  description: 'Answers 302 with the address of the image.',
  auth: 'user',
  params: logoParams,
  isRedirect: true,
  response: EmptyResponseSchema,
});

/** Answers the image's new address. */
export const setRealmImage = defineRpc({
  subject: 'rpc.users.v1.realm-images.set',
  request: Type.Object({ image: RealmImageSchema, files: SpooledFilesSchema }),
  response: AddressSchema,
  auth: 'user',
  timeoutMs: IMAGE_MS,
  idempotent: false,
});

export const findRealmImage = defineRpc({
  subject: 'rpc.users.v1.realm-images.find',
  request: Type.Object({ image: RealmImageSchema }),
  response: AddressSchema,
  auth: 'user',
  idempotent: true,
});
