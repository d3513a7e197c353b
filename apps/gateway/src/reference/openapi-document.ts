import { TSchema } from '@sinclair/typebox';
import { DocumentedError } from '@stoa/contracts/rpc';
import { SERVICE_VERSION } from '@stoa/contracts/server';
import { documentParams } from '@stoa/http-params';
import { refusalsOf } from '@stoa/policy';
import { API_PREFIX, SESSION_PREFIX } from '../http/endpoint-router';
import type { RegisteredEndpoint } from '../http/registered-endpoint';
import { toCurrentDialect } from './json-schema-dialect';

type Json = Record<string, unknown>;

const DESCRIPTION = `Parameters travel in the query of GET requests and as form fields of all others. Numbers, booleans,
lists and objects are JSON text inside their parameter. Successes carry \`result\` and \`msg\` beside their own fields,
errors \`result\`, \`msg\` and \`code\`. Parameters that an endpoint does not know are listed in
\`ignored_parameters_unsupported\`. What is under /api/v1 is under /json as well, for browsers with a session's cookie, but
for the endpoints that give out keys.`;

const ENVELOPE: Json = {
  result: { type: 'string', const: 'success' },
  msg: { type: 'string' },
};
const IGNORED: Json = {
  type: 'array',
  items: { type: 'string' },
  description: 'Parameters of the request that the endpoint does not know; absent when there are none.',
};

const LAST_EVENT_ID: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'Of streams: the ID of the last event that came; goes before `last_event_id`.',
  schema: { type: 'integer' },
};

/** Describes every endpoint as OpenAPI 3.1, from the declarations that also decode and check. */
export function buildOpenApiDocument(endpoints: readonly RegisteredEndpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of [...endpoints].sort(byPath)) {
    const { path, method } = endpoint.options;
    if (!isTwin(endpoint, endpoints)) (paths[`/${path}`] ??= {})[method.toLowerCase()] = operation(endpoint);
  }
  const tags = [...new Set(endpoints.map(({ options }) => options.tag))].sort();
  return toCurrentDialect({
    openapi: '3.1.0',
    info: { title: 'Stoa API', version: SERVICE_VERSION, description: DESCRIPTION },
    servers: [{ url: API_PREFIX }],
    tags: tags.map((name) => ({ name })),
    security: [{ basic: [] }],
    paths,
    components: components(),
  });
}

/** A document has one operation for a method and path: what browsers get there instead is in the description of the other. */
function isTwin({ options }: RegisteredEndpoint, endpoints: readonly RegisteredEndpoint[]): boolean {
  const { surface, method, path } = options;
  const isSame = ({ options: other }: RegisteredEndpoint) => other.path === path && other.method === method;
  return surface === 'session' && endpoints.some((other) => other.options.surface !== 'session' && isSame(other));
}

function byPath({ options: a }: RegisteredEndpoint, { options: b }: RegisteredEndpoint): number {
  return a.path === b.path ? a.method.localeCompare(b.method) : a.path < b.path ? -1 : 1;
}

function operation({ options, operationId, decoder }: RegisteredEndpoint): Json {
  const { parameters, requestBody } = documentParams(decoder.specs, options.method);
  return {
    operationId,
    summary: options.summary,
    ...(options.description ? { description: options.description } : {}),
    tags: [options.tag],
    ...(options.surface === 'session' ? { servers: [{ url: SESSION_PREFIX }] } : {}),
    ...securityOf(options),
    ...parametersOf(parameters, options),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...successResponses(options),
      ...errorResponses([...(options.errors ?? []), ...guardErrors(options)]),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

/** Of streams also the header by which their clients go on. */
function parametersOf(parameters: readonly Json[], { eventStream }: RegisteredEndpoint['options']): Json {
  const all = eventStream === undefined ? parameters : [...parameters, LAST_EVENT_ID];
  return all.length > 0 ? { parameters: all } : {};
}

/** Where it differs from what holds for the whole document. */
function securityOf({ auth, surface }: RegisteredEndpoint['options']): Json {
  if (auth === 'public') return { security: [] };
  const credentials = surface === 'session' ? { session: [] } : { basic: [] };
  if (auth === 'user') return surface === 'session' ? { security: [credentials] } : {};
  return { security: [credentials, {}] };
}

function successResponses(options: RegisteredEndpoint['options']): Json {
  const { response, isRedirect, isUnavailable, eventStream: description } = options;
  if (isUnavailable) return {};
  if (isRedirect) return { 302: { description: 'The address is in the header `Location`.' } };
  const content: Json = { 'application/json': { schema: successSchema(response) } };
  if (description !== undefined) content['text/event-stream'] = { schema: { type: 'string', description } };
  return { 200: { description: 'Success', content } };
}

function successSchema(response: TSchema): Json {
  const plain: Json = JSON.parse(JSON.stringify(response));
  const { properties, required, ...rest } = plain;
  if (plain.type !== 'object' || typeof properties !== 'object') {
    return { allOf: [{ type: 'object', properties: ENVELOPE, required: ['result', 'msg'] }, plain] };
  }
  return {
    ...rest,
    properties: { ...ENVELOPE, ...properties, ignored_parameters_unsupported: IGNORED },
    required: ['result', 'msg', ...(Array.isArray(required) ? required : [])],
  };
}

/** What its guard says, unless it is listed already. */
function guardErrors({ guard, errors = [] }: RegisteredEndpoint['options']): DocumentedError[] {
  if (!guard) return [];
  return refusalsOf(guard).filter(({ msg }) => !errors.some((listed) => listed.msg === msg));
}

function errorResponses(errors: readonly DocumentedError[]): Json {
  const byStatus = new Map<number, DocumentedError[]>();
  for (const error of errors) {
    const status = error.status ?? 400;
    byStatus.set(status, [...(byStatus.get(status) ?? []), error]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, listed]) => [
      status,
      {
        description: listed.map(({ code, msg }) => `- \`${code}\`: ${msg}`).join('\n'),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(
              listed.map(({ code, msg }, index) => [`error${index + 1}`, { value: { result: 'error', msg, code } }]),
            ),
          },
        },
      },
    ]),
  );
}

function components(): Json {
  return {
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic', description: 'Email of the account and its API key.' },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-sessionid',
        description: 'Cookie of a browser that is signed in; `sessionid` without HTTPS.',
      },
    },
    schemas: {
      Error: {
        type: 'object',
        properties: {
          result: { type: 'string', const: 'error' },
          msg: {
            type: 'string',
            description: 'For people, in the language of the account, or of Accept-Language without one.',
          },
          code: { type: 'string', description: 'What programs tell errors apart by.' },
        },
        required: ['result', 'msg'],
      },
    },
    responses: {
      Error: {
        description:
          'Any other error: wrong parameters (400), credentials (401), too many requests (429), outage (503).',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}
