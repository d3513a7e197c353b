import { Static, Type } from '@sinclair/typebox';
import { integer, json, oneOf, text } from '@stoa/http-params';
import { IDP_INITIATED, OIDC_PRESETS, SAML_SIGNED_PARTS, SIGN_IN_KINDS } from '@stoa/policy';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { RequestOf, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED, Nullable } from '../rpc/nullable';
import { NOT_OWNER, bad } from './refusals';

/** Identity providers of an organization (identity.md 2, 5): who decides about them decides who gets in. */
const OF_PROVIDERS = { tag: 'Organization', auth: 'user', guard: 'owner' } as const;

const Preset = Type.Union(OIDC_PRESETS.map((preset) => Type.Literal(preset)));

const Attribute = Type.String({ minLength: 1, maxLength: 300 });

/** Something of a provider, and what it is called here if not the same. */
const NamePairSchema = Type.Object(
  {
    external: Type.String({ minLength: 1, maxLength: 300 }),
    local: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  },
  CLOSED,
);

const SETTINGS = {
  preset: Preset,
  issuer: Type.String({ maxLength: 500 }),
  client_id: Type.String({ maxLength: 500 }),
  scopes: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 }),
  trusts_email: Type.Boolean(),
  trusts_name: Type.Boolean(),
  auto_signup: Type.Boolean(),
  bypass_invite: Type.Boolean(),
  links_accounts: Type.Boolean(),
  max_session_hours: Type.Integer(),
  hosted_domain: Type.String({ maxLength: 255 }),
  organization: Type.String({ maxLength: 100 }),
  team: Type.String({ maxLength: 100 }),
  team_id: Type.String({ maxLength: 20 }),
  key_id: Type.String({ maxLength: 20 }),
  app_id: Type.String({ maxLength: 200 }),
  append_domain: Type.String({ maxLength: 255 }),
  origins: Type.Array(Type.String({ maxLength: 255 }), { maxItems: 20 }),
  role_claim: Type.String({ minLength: 1, maxLength: 300 }),
  groups_claim: Type.String({ minLength: 1, maxLength: 300 }),
  groups: Type.Array(NamePairSchema, { minItems: 1, maxItems: 1_000 }),
  profile_fields: Type.Array(NamePairSchema, { minItems: 1, maxItems: 50 }),
  logout_ends_keys: Type.Boolean(),
  sso_url: Type.String({ maxLength: 1_000 }),
  slo_url: Type.String({ maxLength: 1_000 }),
  logs_out_at_provider: Type.Boolean(),
  certificates: Type.Array(Type.String({ maxLength: 8_000 }), { maxItems: 5 }),
  signs: Type.Union(SAML_SIGNED_PARTS.map((part) => Type.Literal(part))),
  idp_initiated: Type.Union(IDP_INITIATED.map((choice) => Type.Literal(choice))),
  email_attribute: Attribute,
  name_attribute: Attribute,
  first_name_attribute: Attribute,
  last_name_attribute: Attribute,
  subject_attribute: Attribute,
};

const SignInProviderSettingsSchema = Type.Partial(Type.Object(SETTINGS), CLOSED);
type Settings = Static<typeof SignInProviderSettingsSchema>;

/** What is null goes; what is absent stays as it is. */
const ChangedSettingsSchema = Type.Unsafe<{ [Name in keyof Settings]: Settings[Name] | null }>(
  Type.Object(
    Object.fromEntries(Object.entries(SETTINGS).map(([name, schema]) => [name, Type.Optional(Nullable(schema))])),
    CLOSED,
  ),
);

const SETTINGS_DOC =
  '`issuer`: of OpenID Connect and SAML (entity ID), exactly as it names itself; of GitHub and GitLab the server, if it ' +
  'is not the public one. `client_id`: as the provider gave it; of SAML the entity ID by which the provider knows this ' +
  'service, if it is not the address of the organization. `preset`: what service it is. `scopes`: besides openid, email, profile. ' +
  '`trusts_email`: addresses count as verified although the provider does not say so. `trusts_name`: names are taken ' +
  'as they are. `auto_signup`: newcomers are not asked. `bypass_invite`: they need no invitation. `links_accounts`: ' +
  'accounts of people whom another provider vouched for may be opened, too. `max_session_hours`: sessions of browsers ' +
  'that begin with the provider end so long after the sign-in, those that there are as well. `hosted_domain`: of Google. ' +
  '`organization`, `team`: of GitHub, whose members alone get in. `team_id`, ' +
  '`key_id`, `app_id`: of Apple, whose `client_id` is the services ID and whose secret is the key. ' +
  '`origins`: of tokens (`jwt`), the pages that may post them. ' +
  '`append_domain`: of names given by a proxy (`remoteuser`) that are no addresses. `role_claim`: of OpenID Connect and SAML the claim or attribute with the role (`owner`, `administrator`, `moderator`, ' +
  '`member`, `guest`), which cannot be changed by hand then. ' +
  '`groups`: of OpenID Connect and SAML the groups of a person that are groups here, with their names at the provider ' +
  '(`external`) and here (`local`, if not the same); `*` stands for all others. At each sign-in the person comes into those that the ' +
  'provider names, and leaves the others of the list. `groups_claim`: the claim or attribute with them, if it is not ' +
  '`groups`. `profile_fields`: the claims or attributes (`external`) that are custom profile fields (`local`). ' +
  '`logout_ends_keys`: of ' +
  'providers that tell of log-outs: API keys end as well, so phones are signed out, too. The rest is of SAML: `sso_url`: ' +
  'where people are sent. `slo_url`: where log-outs are told. `logs_out_at_provider`: who signs out here does so there. ' +
  '`certificates`: PEM, or its base64; signatures by their keys count. `signs`: what the provider signs: `assertion` ' +
  '(unless given) or `response`; encrypted assertions need the latter. `idp_initiated`: people who come from the ' +
  'provider unasked are refused, or with `redirect` sent there once more. `email_attribute`, `name_attribute`, ' +
  '`first_name_attribute`, `last_name_attribute`: where the usual ones are not sent. `subject_attribute`: what names ' +
  'somebody for ever, instead of the NameID.';

export const SignInProviderObjectSchema = Type.Object(
  {
    id: Type.Integer(),
    kind: Type.String(),
    name: Type.String({ description: 'As in `external_authentication_methods`.' }),
    display_name: Type.String(),
    display_icon: Nullable(Type.String()),
    settings: SignInProviderSettingsSchema,
    callback_url: Type.String({ description: 'What the provider has to know as an address that it may redirect to.' }),
    metadata_url: Type.Optional(
      Type.String({ description: 'Of SAML: what the provider has to know of this service, for it to read.' }),
    ),
    accounts: Type.Integer({ description: 'Accounts that it has vouched for.' }),
  },
  CLOSED,
);
export type SignInProviderObject = Static<typeof SignInProviderObjectSchema>;

const INVALID = [
  bad('The provider needs its client_id.'),
  bad('The provider needs its secret.'),
  bad('The provider needs its issuer.'),
  bad('The issuer must be an address that begins with https://.'),
  bad('The issuer must be an address without user, query and fragment.'),
  bad('The issuer must be that of one tenant: any tenant can claim any address at the shared ones.'),
  bad('A scope has characters that scopes cannot have.'),
  bad('Only GitHub has organizations and teams.'),
  bad('A team needs its organization.'),
  bad('Organizations and teams are named as they are in addresses of GitHub.'),
  bad('Only Google has hosted domains.'),
  bad('The hosted domain must be a domain.'),
  bad('Apple needs its team_id and key_id, of ten letters and digits each.'),
  bad('The secret must be the key that Apple gave, as PEM.'),
  bad('Only Apple has a team_id, key_id and app_id.'),
  bad('Only OpenID Connect and SAML have groups and profile fields.'),
  bad('A claim needs the name of its profile field.'),
  bad('A claim with groups needs groups that are groups here.'),
  bad('A group here cannot have one of the names of groups.'),
  bad('Only names given by a proxy have a domain appended.'),
  bad('A proxy has no issuer, client and secret here: the service’s settings say which is believed.'),
  bad('The appended domain must be a domain.'),
  bad('Only tokens have origins.'),
  bad('Tokens have no issuer, client and secret here: the operator gives the keys that sign them.'),
  bad('Tokens need the origins of the pages that may post them.'),
  bad('An origin is written as https://portal.example.com, without a path.'),
  bad('The provider needs its sso_url, which begins with https://.'),
  bad('The provider needs its slo_url.'),
  bad('The slo_url must begin with https://.'),
  bad('The provider needs a certificate, by which its answers are known.'),
  bad('A certificate cannot be read, or is not that of an RSA key of 2048 bits or more.'),
  bad('The secret must be an RSA key and its certificate, both as PEM.'),
  bad('Only SAML has certificates, attributes and a sso_url.'),
  bad('Sessions last from one hour to 9600 hours.'),
  bad('The provider needs a name for its button.'),
];
const UNKNOWN = bad('Invalid sign-in provider');
const provider_id = integer({ doc: 'ID of the provider.' });
const SECRET = {
  optional: true,
  maxLength: 10_000,
  doc:
    'The client’s secret; of SAML a private key and its certificate (PEM), if requests are to be signed or assertions ' +
    'encrypted. It is stored encrypted, and never shown.',
} as const;
const icon = text({ optional: true, maxLength: 500, doc: 'Address of an icon for its button; empty for none.' });

export const listSignInProviders = defineEndpoint({
  ...OF_PROVIDERS,
  method: 'GET',
  path: 'realm/sign_in_providers',
  summary: 'List the identity providers of the organization',
  subject: 'rpc.users.v1.sign-in-providers.list',
  response: Type.Object({ sign_in_providers: Type.Array(SignInProviderObjectSchema) }, CLOSED),
  errors: [NOT_OWNER],
});

export const addSignInProvider = defineEndpoint({
  ...OF_PROVIDERS,
  method: 'POST',
  path: 'realm/sign_in_providers',
  summary: 'Let people sign in with an identity provider',
  subject: 'rpc.users.v1.sign-in-providers.add',
  params: {
    kind: oneOf(SIGN_IN_KINDS, { text: 'short', doc: 'What the provider speaks.' }),
    key: text({
      optional: true,
      doc: 'For kinds of which there may be several: lower-case letters, digits, - and _, which addresses contain.',
    }),
    display_name: text({ strip: true, maxLength: 100, doc: 'Name on its button.' }),
    display_icon: icon,
    settings: json(SignInProviderSettingsSchema, { doc: SETTINGS_DOC }),
    secret: text(SECRET),
  },
  response: Type.Object({ sign_in_provider: SignInProviderObjectSchema }, CLOSED),
  errors: [
    NOT_OWNER,
    ...INVALID,
    bad('The key must have lower-case letters, digits, - and _ only.'),
    bad('There is such a provider already.'),
  ],
});
export type NewSignInProvider = RequestOf<typeof addSignInProvider>;

export const changeSignInProvider = defineEndpoint({
  ...OF_PROVIDERS,
  method: 'PATCH',
  path: 'realm/sign_in_providers/{provider_id}',
  summary: 'Change an identity provider',
  description:
    'What is not sent stays as it is; a setting that is null goes. Sign-ins that are under way are not affected.',
  subject: 'rpc.users.v1.sign-in-providers.change',
  idempotent: true,
  params: {
    provider_id,
    display_name: text({ optional: true, strip: true, maxLength: 100, doc: 'Name on its button.' }),
    display_icon: icon,
    settings: json(ChangedSettingsSchema, { optional: true, doc: SETTINGS_DOC }),
    secret: text(SECRET),
  },
  response: Type.Object({ sign_in_provider: SignInProviderObjectSchema }, CLOSED),
  errors: [NOT_OWNER, UNKNOWN, ...INVALID],
});
export type SignInProviderChange = RequestOf<typeof changeSignInProvider>;

export const removeSignInProvider = defineEndpoint({
  ...OF_PROVIDERS,
  method: 'DELETE',
  path: 'realm/sign_in_providers/{provider_id}',
  summary: 'Remove an identity provider',
  description: 'Accounts and sessions of its people stay; it is forgotten by what it knew them.',
  subject: 'rpc.users.v1.sign-in-providers.remove',
  params: { provider_id },
  response: EmptyResponseSchema,
  errors: [NOT_OWNER, UNKNOWN, bad('You could not sign in any more. Keep one of your own ways to sign in.')],
});

export const testSignInProvider = defineEndpoint({
  ...OF_PROVIDERS,
  method: 'POST',
  path: 'realm/sign_in_providers/{provider_id}/test',
  summary: 'Ask an identity provider what it needs to be asked before a sign-in',
  description:
    'Whether its addresses and keys can be read. It does not tell whether the secret is right: only a sign-in does.',
  subject: 'rpc.users.v1.sign-in-providers.test',
  timeoutMs: 15_000,
  idempotent: true,
  params: { provider_id },
  response: EmptyResponseSchema,
  errors: [NOT_OWNER, UNKNOWN, bad('The provider cannot be used: REASON')],
});
