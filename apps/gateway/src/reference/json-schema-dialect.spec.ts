import { Type } from '@sinclair/typebox';
import { toCurrentDialect } from './json-schema-dialect';

describe('toCurrentDialect', () => {
  it('writes lists of fixed length as 2020-12 does and leaves other lists alone', () => {
    const schema = Type.Object({ pairs: Type.Array(Type.Tuple([Type.String(), Type.Integer()])) });
    expect(toCurrentDialect(JSON.parse(JSON.stringify(schema)))).toEqual({
      type: 'object',
      properties: {
        pairs: {
          type: 'array',
          items: {
            type: 'array',
            prefixItems: [{ type: 'string' }, { type: 'integer' }],
            items: false,
            minItems: 2,
            maxItems: 2,
          },
        },
      },
      required: ['pairs'],
    });
  });
});
