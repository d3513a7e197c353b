import { checkEvents } from './event-checker';
import { ResponseChecker } from './response-checker';

const integer = { type: 'integer' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

function checker(): ResponseChecker {
  return new ResponseChecker({
    components: { schemas: { User: { type: 'object', properties: { id: integer }, required: ['id'] } } },
    paths: {
      '/users/{user_id}': {
        get: {
          responses: {
            200: json({
              type: 'object',
              properties: { result: { const: 'success' }, user: { $ref: '#/components/schemas/User' } },
              required: ['result', 'user'],
            }),
          },
        },
      },
      '/users/me': { get: { responses: { 200: json({ type: 'object', properties: { mine: integer } }) } } },
    },
  });
}

describe('ResponseChecker', () => {
  it('accepts what is documented', () => {
    expect(() => checker().check('GET', '/users/7', 200, { result: 'success', user: { id: 1 } })).not.toThrow();
  });

  it.each([
    ['a missing field', { result: 'success' }],
    ['an unknown field', { result: 'success', user: { id: 1 }, extra: 1 }],
    ['an unknown field inside a component', { result: 'success', user: { id: 1, extra: 1 } }],
    ['a field of another type', { result: 'success', user: { id: '1' } }],
  ])('refuses %s', (_what, body) => {
    expect(() => checker().check('GET', '/users/7', 200, body)).toThrow('/users/7');
  });

  it('prefers a fixed path to one with variable parts', () => {
    expect(() => checker().check('GET', '/users/me', 200, { mine: 1 })).not.toThrow();
  });

  it('refuses undocumented endpoints and statuses, and damaged errors', () => {
    expect(() => checker().check('GET', '/nowhere', 200, {})).toThrow('not in the API document');
    expect(() => checker().check('GET', '/users/7', 201, {})).toThrow('does not document its status');
    expect(() => checker().check('GET', '/users/7', 400, { result: 'error' })).toThrow('/users/7 400');
  });
});

describe('checkEvents', () => {
  it('accepts declared events and names what differs in others', () => {
    expect(() => checkEvents([{ type: 'heartbeat', id: 1 } as object])).not.toThrow();
    expect(() => checkEvents([{ type: 'heartbeat', id: 1, extra: 1 } as object])).toThrow('heartbeat');
    expect(() => checkEvents([{ type: 'made_up' }])).toThrow('not declared');
  });
});
