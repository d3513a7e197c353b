import { Type } from '@sinclair/typebox';
import { boolean, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';
import { RealmDomainSchema } from './list-objects';
import { NOT_OWNER, bad } from './refusals';

const domain = text({ doc: 'Mail domain.' });
const allow_subdomains = boolean({ doc: 'Whether its subdomains count as well.' });
const NO_ENTRY = bad('No entry found for domain example.com.');

/** Mail domains whose addresses may join (organization.md 9). */
export const listRealmDomains = defineEndpoint({
  method: 'GET',
  path: 'realm/domains',
  tag: 'Organization',
  summary: 'Get the allowed mail domains',
  auth: 'user',
  subject: 'rpc.users.v1.realm-domains.list',
  response: Type.Object({ domains: Type.Array(RealmDomainSchema) }, CLOSED),
});

export const addRealmDomain = defineEndpoint({
  method: 'POST',
  path: 'realm/domains',
  tag: 'Organization',
  summary: 'Allow a mail domain',
  auth: 'user',
  guard: 'owner',
  subject: 'rpc.users.v1.realm-domains.add',
  params: { domain: text({ strip: true, doc: 'Mail domain.' }), allow_subdomains },
  response: Type.Object(
    { new_domain: Type.Array(Type.Union([Type.Integer(), Type.String()]), { description: 'ID and domain.' }) },
    CLOSED,
  ),
  errors: [
    NOT_OWNER,
    bad("Invalid domain: Domain can't be empty."),
    bad('The domain example.com is already a part of your organization.'),
  ],
});

export const changeRealmDomain = defineEndpoint({
  method: 'PATCH',
  path: 'realm/domains/{domain}',
  tag: 'Organization',
  summary: 'Change an allowed mail domain',
  auth: 'user',
  guard: 'owner',
  subject: 'rpc.users.v1.realm-domains.change',
  idempotent: true,
  params: { domain, allow_subdomains },
  response: EmptyResponseSchema,
  errors: [NOT_OWNER, NO_ENTRY],
});

export const removeRealmDomain = defineEndpoint({
  method: 'DELETE',
  path: 'realm/domains/{domain}',
  tag: 'Organization',
  summary: 'Remove an allowed mail domain',
  auth: 'user',
  guard: 'owner',
  subject: 'rpc.users.v1.realm-domains.remove',
  params: { domain },
  response: EmptyResponseSchema,
  errors: [NOT_OWNER, NO_ENTRY],
});
