import { Type } from '@sinclair/typebox';
import { type Decoded, boolean, integer, integers, oneOf, text } from '@stoa/http-params';
import Ajv2020 from 'ajv/dist/2020';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import { ServerSettingsController } from '../endpoints/server/server-settings.controller';
import { TestApplication, startTestApplication } from '../test-support/test-application';

const params = {
  thing_id: integer({ doc: 'Which thing.' }),
  name: text({ doc: 'Its name.', alias: ['title'], maxLength: 60 }),
  flag: boolean({ doc: 'A flag.', default: true }),
  ids: integers({ doc: 'Ids.', optional: true, nullable: true }),
  choice: oneOf(['a', 'b'], { doc: 'A choice.', optional: true, text: 'short', deprecated: true }),
};

@EndpointController()
class ThingController {
  @Endpoint({
    method: 'PATCH',
    path: 'things/{thing_id}',
    summary: 'Change a thing',
    tag: 'Things',
    auth: 'user',
    params,
    response: Type.Object({ id: Type.Integer() }, { additionalProperties: false }),
    guard: 'administrator',
    errors: [{ code: 'BAD_REQUEST', msg: 'Invalid thing' }],
  })
  change(_ctx: unknown, { thing_id }: Decoded<typeof params>) {
    return { id: thing_id };
  }

  @Endpoint({
    method: 'GET',
    path: 'things/{thing_id}',
    summary: 'A thing',
    tag: 'Things',
    auth: 'optional',
    params,
    response: Type.Union([Type.Object({ a: Type.Integer() }), Type.Object({ b: Type.Integer() })]),
  })
  get(_ctx: unknown, { thing_id }: Decoded<typeof params>) {
    return { a: thing_id };
  }
}

describe('the API reference', () => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await startTestApplication([ThingController, ServerSettingsController]);
  });
  afterAll(() => app.close());

  async function document() {
    const response = await app.inject({ url: '/api/v1/openapi.json' });
    expect(response.headers['content-type']).toBe('application/json');
    return response.json();
  }

  it('describes endpoints from their declarations', async () => {
    const { openapi, paths } = await document();
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths)).toEqual(['/server_settings', '/things/{thing_id}']);
    expect(paths['/server_settings'].get.security).toEqual([]);
    const { patch, get } = paths['/things/{thing_id}'];
    expect(patch.operationId).toBe('Thing_change');
    expect(patch.parameters).toEqual([
      { name: 'thing_id', in: 'path', required: true, description: 'Which thing.', schema: { type: 'integer' } },
    ]);
    expect(patch.requestBody.content['application/x-www-form-urlencoded']).toEqual({
      schema: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', maxLength: 60, description: 'Its name.' },
          title: { type: 'string', maxLength: 60, deprecated: true, description: 'Another name of `name`.' },
          flag: { type: 'boolean', default: true, description: 'A flag.' },
          ids: {
            anyOf: [{ type: 'array', maxItems: 10_000, items: { type: 'integer' } }, { type: 'null' }],
            description: 'Ids.',
          },
          choice: { type: 'string', enum: ['a', 'b'], deprecated: true, description: 'A choice.' },
        },
      },
      encoding: { ids: { contentType: 'application/json' } },
    });
    expect(patch.responses['400'].description).toBe(
      '- `BAD_REQUEST`: Invalid thing\n- `UNAUTHORIZED_PRINCIPAL`: Must be an organization administrator',
    );
    expect(get.parameters.map((parameter: { name: string; in: string }) => [parameter.name, parameter.in])).toEqual([
      ['thing_id', 'path'],
      ['name', 'query'],
      ['title', 'query'],
      ['flag', 'query'],
      ['ids', 'query'],
      ['choice', 'query'],
    ]);
    expect(get.parameters[4].content['application/json'].schema).toBeDefined();
  });

  it('has schemas that compile and accept what the endpoints answer', async () => {
    const { paths } = await document();
    const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
    const schema = paths['/server_settings'].get.responses['200'].content['application/json'].schema;
    const validate = ajv.compile(schema);
    const answer = (await app.inject({ url: '/api/v1/server_settings?unknown=1' })).json();
    expect([validate(answer), validate.errors]).toEqual([true, null]);
    expect(validate({ ...answer, more: 1 })).toBe(false);
  });

  it('shows a page that needs no other host', async () => {
    const page = await app.inject({ url: '/api/docs' });
    expect(page.statusCode).toBe(200);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|unsafe|\*/);
    const links = [...page.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link ?? '');
    expect(links).toHaveLength(4);
    for (const link of links) {
      expect(link).toMatch(/^\/api\/docs\//);
      const file = await app.inject({ url: link });
      expect([link, file.statusCode, file.rawPayload.length > 50]).toEqual([link, 200, true]);
    }
    expect((await app.inject({ url: '/api/docs/start.js' })).body).toContain("url: '/api/v1/openapi.json'");
    expect((await app.inject({ method: 'POST', url: '/api/docs' })).statusCode).toBe(405);
  });
});
