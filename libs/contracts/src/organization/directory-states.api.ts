import { Type } from '@sinclair/typebox';
import { defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED, Nullable } from '../rpc/nullable';
import { NOT_OWNER } from './refusals';

const COUNTS = {
  accounts: Type.Integer({ description: 'That it manages, and that are active.' }),
  deactivated_accounts: Type.Integer({ description: 'That it has deactivated.' }),
};
const seconds = (description: string) => Type.Integer({ description: `${description} UNIX time in seconds.` });

export const getDirectoryStates = defineEndpoint({
  tag: 'Organization',
  auth: 'user',
  guard: 'owner',
  method: 'GET',
  path: 'realm/directories',
  summary: 'Get how the directories of the organization fare',
  description: 'The operator connects them. Secrets are not shown.',
  subject: 'rpc.users.v1.directory-states.get',
  response: Type.Object(
    {
      ldap: Nullable(
        Type.Object(
          {
            sync_minutes: Type.Integer({ description: 'It is read as often.' }),
            synced_at: Nullable(seconds('When it was last read without a problem.')),
            due_at: seconds('When it is read next.'),
            problem: Nullable(Type.String({ description: 'Why the last reading failed.' })),
            ...COUNTS,
          },
          CLOSED,
        ),
      ),
      scim: Type.Object(
        {
          tokens: Type.Array(
            Type.Object(
              {
                id: Type.Integer(),
                name: Type.String(),
                date_created: seconds('When it was made.'),
                expires_at: Nullable(seconds('Null for one that does not end by itself.')),
                last_used: Nullable(seconds('Within five minutes.')),
              },
              CLOSED,
            ),
          ),
          ...COUNTS,
        },
        CLOSED,
      ),
    },
    CLOSED,
  ),
  errors: [NOT_OWNER],
});
