const REFERENCE = 'nothing: the same text for everybody';
const FILE =
  'credentials and the right to read a message that has the file; without an account, what spectators may read';
const RESUMABLE = 'credentials; an upload is its beginner’s alone';
const SIGN_IN = 'nothing: the sign-in page; its form takes a password from the own pages only, attempts are counted';
const SIGN_OUT = 'a session, and a form of the own pages';
const PROVIDER = 'nothing: leads on to an identity provider of the organization';
const ORGANIZATION =
  'nothing: which organization there is; its form takes names from the own pages only, which are counted';
const FINDER = 'nothing: the account finder; its form sends mails for the own pages only, which are counted';
const NOTICE = 'nothing: whether an organization is in use';
const CALLS = 'a session; others are led to the sign-in page';
const PROXY = 'a name that a proxy gives which the operator has listed; without one it leads to the sign-in page';
const TOKEN = 'a token that a program of the organization has signed, from a page whose origin owners have named';
const ATTEMPT = 'an attempt to sign in that this browser began, found once';

const REACTIVATION = 'the key of a mail to an owner of an organization that is not in use; guesses are counted';
const LOG_OUT_TOKEN = 'a token that an identity provider has signed for this; wrong ones are counted';

const ENDPOINTS = 'what the endpoint says whose path it is; at other paths nothing is found';

/** Routes that are no endpoints of the API, and what a client needs to be served there. */
export const OUTSIDE_ROUTES: Readonly<Record<string, string>> = {
  '/accounts/deactivated': NOTICE,
  '/accounts/deactivated/': NOTICE,
  '/accounts/find': FINDER,
  '/accounts/find/': FINDER,
  '/accounts/go': ORGANIZATION,
  '/accounts/go/': ORGANIZATION,
  '/accounts/login': SIGN_IN,
  '/accounts/login/': SIGN_IN,
  '/accounts/login/jwt': TOKEN,
  '/accounts/login/jwt/': TOKEN,
  '/accounts/login/social/:kind': PROVIDER,
  '/accounts/login/social/:kind/': PROVIDER,
  '/accounts/login/social/:kind/:key': PROVIDER,
  '/accounts/login/social/:kind/:key/': PROVIDER,
  '/accounts/login/sso': PROXY,
  '/accounts/login/sso/': PROXY,
  '/accounts/login/start/sso': PROXY,
  '/accounts/login/start/sso/': PROXY,
  '/accounts/login/subdomain/:token': ATTEMPT,
  '/accounts/login/subdomain/:token/': ATTEMPT,
  '/accounts/logout': SIGN_OUT,
  '/accounts/logout/': SIGN_OUT,
  '/accounts/mail/:step/:key': 'a key that the notification bot has given, or that of a mail; guesses are counted',
  '/accounts/mail/:step/:key/': 'a key that the notification bot has given, or that of a mail; guesses are counted',
  '/accounts/register/social/:kind': PROVIDER,
  '/accounts/register/social/:kind/': PROVIDER,
  '/accounts/register/social/:kind/:key': PROVIDER,
  '/accounts/register/social/:kind/:key/': PROVIDER,
  '/accounts/unsubscribe/:type/:key': 'the key of a mail',
  '/accounts/unsubscribe/:type/:key/': 'the key of a mail',
  '/api/docs': REFERENCE,
  '/api/docs/': REFERENCE,
  '/api/docs/favicon-32x32.png': REFERENCE,
  '/api/docs/start.js': REFERENCE,
  '/api/docs/swagger-ui-bundle.js': REFERENCE,
  '/api/docs/swagger-ui.css': REFERENCE,
  '/api/v1/*': ENDPOINTS,
  '/api/v1/external/:name': 'the key of an incoming webhook bot; wrong keys are counted',
  '/api/v1/openapi.json': REFERENCE,
  '/api/v1/tus': RESUMABLE,
  '/api/v1/tus/': RESUMABLE,
  '/api/v1/tus/:id': RESUMABLE,
  '/calls/bigbluebutton/join': CALLS,
  '/calls/bigbluebutton/join/': CALLS,
  '/calls/zoom/complete': CALLS,
  '/calls/zoom/complete/': CALLS,
  '/calls/zoom/register': CALLS,
  '/calls/zoom/register/': CALLS,
  '/compatibility': 'nothing: whether a client may be used, as below /api/v1',
  '/assets/*': 'nothing: files of the web client, the same for everybody',
  '/avatar/:who': 'credentials; without an account only where spectators are let in',
  '/avatar/:who/medium': 'credentials; without an account only where spectators are let in',
  '/complete/:kind': ATTEMPT,
  '/complete/:kind/': ATTEMPT,
  '/complete/oidc/logout': LOG_OUT_TOKEN,
  '/complete/oidc/logout/': LOG_OUT_TOKEN,
  '/exports/*': 'a secret of 256 bits that administrators are told, at the organization’s host',
  '/external_content/:digest/:address': 'a digest that the service made for the address',
  '/json/*': ENDPOINTS,
  '/json/tus': RESUMABLE,
  '/json/tus/': RESUMABLE,
  '/json/tus/:id': RESUMABLE,
  '/login': SIGN_IN,
  '/login/': SIGN_IN,
  '/reactivate': REACTIVATION,
  '/reactivate/': REACTIVATION,
  '/reactivate/:key': REACTIVATION,
  '/reactivate/:key/': REACTIVATION,
  '/saml/metadata.xml': 'nothing: what an identity provider has to know, the same for everybody',
  '/scim/v2': 'a token of the organization’s identity provider; wrong ones are counted',
  '/scim/v2/*': 'a token of the organization’s identity provider; wrong ones are counted',
  '/static/*': 'nothing: files of the service itself, from a fixed list',
  '/thumbnail': FILE,
  '/user_avatars/*': 'nothing: images whose addresses nobody can guess',
  '/user_uploads/*': FILE,
  '/user_uploads/download/*': FILE,
  '/user_uploads/temporary/:token/*': 'a signature that works for a minute',
  '/user_uploads/thumbnail/*': FILE,
};
