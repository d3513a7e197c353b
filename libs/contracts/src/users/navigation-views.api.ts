import { Type } from '@sinclair/typebox';
import { boolean, text } from '@stoa/http-params';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { DocumentedError, defineEndpoint } from '../rpc/define-endpoint';
import { CLOSED } from '../rpc/nullable';
import { NavigationViewSchema } from './personal-state.schema';

const bad = (msg: string): DocumentedError => ({ code: 'BAD_REQUEST', msg });
const BUILT_IN = bad('Built-in views cannot have a custom name.');
const EXISTS = bad('Navigation view already exists.');
const TOO_MANY = bad(
  'You cannot have more than 1000 navigation views. Delete some that you no longer need and try again.',
);

const NOT_FOUND: DocumentedError = { code: 'BAD_REQUEST', msg: 'Navigation view does not exist.', status: 404 };

/** The keys of the views' indexes hold no more. */
const MOST_BYTES = 2500;
const checkSize = (text: string): string | undefined =>
  Buffer.byteLength(text) > MOST_BYTES ? `Longer than ${MOST_BYTES} bytes` : undefined;

/** What a user sees in the sidebar (users.md 17). */
export const listNavigationViews = defineEndpoint({
  method: 'GET',
  path: 'navigation_views',
  tag: 'Navigation views',
  summary: 'Get your navigation views',
  auth: 'user',
  subject: 'rpc.users.v1.navigation-views.list',
  response: Type.Object({ navigation_views: Type.Array(NavigationViewSchema) }, CLOSED),
});

export const addNavigationView = defineEndpoint({
  method: 'POST',
  path: 'navigation_views',
  tag: 'Navigation views',
  summary: 'Add a navigation view',
  auth: 'user',
  subject: 'rpc.users.v1.navigation-views.add',
  params: {
    fragment: text({
      strip: true,
      minLength: 1,
      check: checkSize,
      doc: 'URL hash of the view, such as `narrow/is/starred`.',
    }),
    is_pinned: boolean({ doc: 'Whether the view is in the sidebar rather than in a menu.' }),
    name: text({
      strip: true,
      minLength: 1,
      check: checkSize,
      optional: true,
      nullable: true,
      doc: 'Name of a custom view; left out for built-in ones.',
    }),
  },
  response: EmptyResponseSchema,
  errors: [bad('fragment cannot be blank'), BUILT_IN, bad('Custom views must have a valid name.'), EXISTS, TOO_MANY],
});

/** `PATCH /navigation_views/{fragment}`; null means not sent. */
export const updateNavigationView = defineEndpoint({
  method: 'PATCH',
  path: 'navigation_views/{fragment}',
  tag: 'Navigation views',
  summary: 'Change a navigation view',
  auth: 'user',
  subject: 'rpc.users.v1.navigation-views.update',
  idempotent: true,
  params: {
    fragment: text({ takesRest: true, doc: 'URL hash of the view.' }),
    is_pinned: boolean({ optional: true, doc: 'Whether the view is in the sidebar.' }),
    name: text({
      strip: true,
      minLength: 1,
      check: checkSize,
      optional: true,
      nullable: true,
      doc: 'New name of a custom view.',
    }),
  },
  response: EmptyResponseSchema,
  errors: [BUILT_IN, EXISTS, NOT_FOUND],
});

export const removeNavigationView = defineEndpoint({
  method: 'DELETE',
  path: 'navigation_views/{fragment}',
  tag: 'Navigation views',
  summary: 'Remove a navigation view',
  auth: 'user',
  subject: 'rpc.users.v1.navigation-views.remove',
  params: {
    fragment: text({ takesRest: true, doc: 'URL hash of the view.' }),
  },
  response: EmptyResponseSchema,
  errors: [NOT_FOUND],
});
