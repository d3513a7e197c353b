import { Type } from '@sinclair/typebox';
import { integer, text } from '@stoa/http-params';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CLOSED, Nullable } from '../rpc/nullable';
import { CROSS_SITE } from './cross-site';
import { ASKING_SESSION } from './session-schemas';
import { STALE_SIGN_IN, WRONG_OWN_PASSWORD } from './sign-in-refusals';

/** By which accounts at identity providers an account is opened (identity.md 3.4): for browsers, below /json. */
const OF_IDENTITIES = { surface: 'session', tag: 'Sessions', auth: 'user' } as const;
const CHANGE = { ...OF_IDENTITIES, guard: 'human' } as const;

const bad = (msg: string): DocumentedError => ({ code: 'BAD_REQUEST', msg });
const password = text({ default: '', doc: 'Password of the account, once more.' });
const identity_id = integer({ doc: 'Of the list of identities.' });

/** A provider, as its button calls it. */
const PROVIDER = {
  provider: Type.String({ description: 'As in `external_authentication_methods`.' }),
  display_name: Type.String(),
};

export const listExternalIdentities = defineEndpoint({
  ...OF_IDENTITIES,
  method: 'GET',
  path: 'external_identities',
  summary: 'List by which accounts at identity providers the own account is opened',
  subject: 'rpc.users.v1.external-identities.list',
  response: Type.Object(
    {
      identities: Type.Array(
        Type.Object(
          {
            ...PROVIDER,
            id: Type.Integer(),
            date_added: Type.Integer({ description: 'UNIX time in seconds.' }),
            last_used: Type.Integer({ description: 'UNIX time in seconds.' }),
          },
          CLOSED,
        ),
      ),
      addable: Type.Array(Type.Object(PROVIDER, CLOSED), {
        description: 'Providers of which an account can be added.',
      }),
    },
    CLOSED,
  ),
});

export const addExternalIdentity = defineEndpoint({
  ...CHANGE,
  method: 'POST',
  path: 'external_identities',
  summary: 'Begin to add an account at an identity provider, which opens the own account then',
  description:
    'The browser goes to the provider, which has ten minutes, and comes back to the settings. What went wrong there ' +
    'stands in `identity_problem` of the address: `linked-elsewhere` for an account that opens another one here.',
  params: { provider: text({ doc: 'As in `external_authentication_methods`.' }), password },
  response: Type.Object({ location: Type.String({ description: 'Where the browser goes.' }) }, CLOSED),
  errors: [
    WRONG_OWN_PASSWORD,
    STALE_SIGN_IN,
    bad('Invalid sign-in provider'),
    bad('Accounts at this provider cannot be added.'),
    bad('The provider cannot be reached. Try again later.'),
    CROSS_SITE,
  ],
});

export const beginIdentityLink = defineRpc({
  subject: 'rpc.users.v1.external-identities.begin',
  request: Type.Object({
    ...ASKING_SESSION,
    provider: Type.String(),
    password: Type.String(),
    /** What the browser's cookie has. */
    browser_token: Type.String(),
  }),
  response: addExternalIdentity.response,
  auth: 'user',
  timeoutMs: 20_000,
  idempotent: false,
});

export const removeExternalIdentity = defineEndpoint({
  ...CHANGE,
  method: 'DELETE',
  path: 'external_identities/{identity_id}',
  summary: 'Remove an account at an identity provider, which opens the own account no more',
  description: 'All other sessions end. The next sign-in of that account by the same address adds it again.',
  params: { identity_id, password },
  response: EmptyResponseSchema,
  errors: [
    WRONG_OWN_PASSWORD,
    STALE_SIGN_IN,
    bad('Invalid identity ID'),
    bad('You could not sign in any more. Keep one of your own ways to sign in.'),
    CROSS_SITE,
  ],
});

export const removeIdentityLink = defineRpc({
  subject: 'rpc.users.v1.external-identities.remove',
  request: Type.Object({ ...ASKING_SESSION, identity_id: Type.Integer(), password: Type.String() }),
  response: EmptyResponseSchema,
  auth: 'user',
  idempotent: false,
});

/** Of a sign-in that added an account at a provider instead. */
export const LinkedSchema = Type.Object({ result: Type.Literal('linked'), problem: Nullable(Type.String()) }, CLOSED);
