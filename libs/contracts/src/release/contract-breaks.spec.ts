import { TProperties, TSchema, Type } from '@sinclair/typebox';
import { type Declarations, contractBreaks } from './contract-breaks';
import { plainSchema } from './plain-schema';

const closed = { additionalProperties: false };
const text = Type.String();
const id = Type.Integer();
const choice = (...values: string[]) => Type.Union(values.map((value) => Type.Literal(value)));
const forms = (...fields: TProperties[]) => Type.Union(fields.map((own) => Type.Object(own, closed)));
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);

function call(request: TSchema, response: TSchema, idempotent = true): Declarations {
  const declared = { idempotent, request: plainSchema(request), response: plainSchema(response) };
  return { calls: { 'rpc.users.v1.thing.do': declared }, events: {} };
}
const asked = (request: TSchema) => call(request, Type.Object({}));
const answered = (response: TSchema) => call(Type.Object({}), response);
const sent = (event: TSchema): Declarations => ({ calls: {}, events: { 'thing add': plainSchema(event) } });

describe('breaks of contracts', () => {
  it.each<[string, TSchema, TSchema]>([
    ['nothing', Type.Object({ a: text }), Type.Object({ a: text })],
    ['a description', Type.Object({ a: text }), Type.Object({ a: Type.String({ description: 'A.' }) })],
    ['an optional field', Type.Object({ a: text }), Type.Object({ a: text, b: Type.Optional(text) })],
    ['one more choice', choice('x', 'y'), choice('x', 'y', 'z')],
    ['a field that may be null now', Type.Object({ a: text }), Type.Object({ a: nullable(text) })],
    ['a field that may be left out now', Type.Object({ a: text }), Type.Object({ a: Type.Optional(text) })],
    ['a wider bound', Type.String({ maxLength: 60 }), Type.String({ maxLength: 100 })],
    ['integers that may be fractions now', id, Type.Number()],
  ])('are none in requests for %s', (_what, before, after) =>
    expect(contractBreaks(asked(before), asked(after))).toEqual([]),
  );

  it.each<[string, TSchema, TSchema, string]>([
    [
      'an optional field where services refuse unknown ones',
      Type.Object({ of: Type.Object({ a: text }, closed) }),
      Type.Object({ of: Type.Object({ a: text, b: Type.Optional(text) }, closed) }),
      '.of.b: services of the last release refuse requests that have it',
    ],
    [
      'a removed field',
      Type.Object({ a: text, b: Type.Optional(text) }),
      Type.Object({ a: text }),
      '.b: callers of the last release may send it',
    ],
    [
      'a new required field',
      Type.Object({ of: Type.Array(Type.Object({ a: text })) }),
      Type.Object({ of: Type.Array(Type.Object({ a: text, b: text })) }),
      '.of[].b: callers of the last release may send no value',
    ],
    [
      'an optional field that is required now',
      Type.Object({ a: Type.Optional(text) }),
      Type.Object({ a: text }),
      '.a: callers of the last release may send no value',
    ],
    [
      'another type',
      Type.Object({ a: text }),
      Type.Object({ a: id }),
      '.a: callers of the last release may send string',
    ],
    [
      'null no longer',
      Type.Object({ a: nullable(text) }),
      Type.Object({ a: text }),
      '.a: callers of the last release may send null',
    ],
    ['a removed choice', choice('x', 'y', 'z'), choice('x', 'z'), ': callers of the last release may send "y"'],
    ['choices instead of any text', text, choice('x', 'y'), ': callers of the last release may send string'],
    ['a type instead of anything', Type.Unknown(), text, ': callers of the last release may send anything'],
    [
      'a narrower bound',
      Type.String({ maxLength: 60 }),
      Type.String({ maxLength: 59 }),
      ': callers of the last release may send values beyond maxLength 59',
    ],
    [
      'a new pattern',
      text,
      Type.String({ pattern: '^a' }),
      ': callers of the last release may send values other than "^a"',
    ],
    [
      'values of a map',
      Type.Record(text, nullable(text)),
      Type.Record(text, text),
      '.*: callers of the last release may send null',
    ],
    [
      'an element of a tuple',
      Type.Tuple([text, text]),
      Type.Tuple([text, id]),
      '[1]: callers of the last release may send string',
    ],
    [
      'a field of one of several forms',
      Type.Union([id, Type.Object({ a: text, b: text }, closed)]),
      Type.Union([id, Type.Object({ a: text }, closed)]),
      '.b: callers of the last release may send it',
    ],
  ])('are reported in requests for %s', (_what, before, after, expected) =>
    expect(contractBreaks(asked(before), asked(after))).toEqual([`rpc.users.v1.thing.do request${expected}`]),
  );

  it.each<[string, TSchema, TSchema]>([
    ['an optional field', Type.Object({ a: text }), Type.Object({ a: text, b: Type.Optional(text) })],
    [
      'an optional field for clients that name all fields',
      Type.Object({ a: text }, closed),
      Type.Object({ a: text, b: Type.Optional(text) }, closed),
    ],
    ['one more choice', Type.Object({ a: choice('x', 'y') }), Type.Object({ a: choice('x', 'y', 'z') })],
    [
      'one more choice in one of the forms',
      forms({ a: text }, { b: choice('x', 'y') }),
      forms({ a: text }, { b: choice('x', 'y', 'z') }),
    ],
    ['one more form that a field tells', forms({ a: text }, { b: text }), forms({ a: text }, { b: text }, { c: text })],
  ])('are none in responses and events for %s', (_what, before, after) => {
    expect(contractBreaks(answered(before), answered(after))).toEqual([]);
    expect(contractBreaks(sent(before), sent(after))).toEqual([]);
  });

  it.each<[string, TSchema, TSchema, string]>([
    [
      'one more form that nothing tells',
      forms({ a: text }, { b: text }),
      forms({ a: text }, { b: text }, { b: Type.Optional(text) }),
      '.a: readers of the last release do not expect no value',
    ],
    [
      'a new field that new readers rely on',
      Type.Object({}),
      Type.Object({ a: text }),
      '.a: services of the last release may write no value',
    ],
    [
      'a removed field',
      Type.Object({ a: Type.Optional(text) }),
      Type.Object({}),
      '.a: readers of the last release may use it',
    ],
    [
      'a field that may be left out now',
      Type.Object({ a: text }),
      Type.Object({ a: Type.Optional(text) }),
      '.a: readers of the last release do not expect no value',
    ],
    [
      'a field that may be null now',
      Type.Object({ a: text }),
      Type.Object({ a: nullable(text) }),
      '.a: readers of the last release do not expect null',
    ],
    [
      'a field that is never null any more',
      Type.Object({ a: nullable(text) }),
      Type.Object({ a: text }),
      '.a: services of the last release may write null',
    ],
    ['a removed choice', choice('x', 'y'), choice('x'), ': services of the last release may write "y"'],
  ])('are reported in responses and events for %s', (_what, before, after, expected) => {
    expect(contractBreaks(answered(before), answered(after))).toEqual([`rpc.users.v1.thing.do response${expected}`]);
    expect(contractBreaks(sent(before), sent(after))).toEqual([`event thing add${expected}`]);
  });

  it('are calls and events that are gone, not new ones', () => {
    const thing = { ...asked(text), events: { 'thing add': plainSchema(text) } };
    const nothing: Declarations = { calls: {}, events: {} };
    expect(contractBreaks(nothing, thing)).toEqual([]);
    expect(contractBreaks(thing, nothing)).toEqual(['rpc.users.v1.thing.do: is gone', 'event thing add: is gone']);
  });

  it('are repetitions of what may not be repeated any more', () => {
    const before = call(text, text, true);
    const after = call(text, text, false);
    expect(contractBreaks(before, after)).toEqual(['rpc.users.v1.thing.do is repeated by callers of the last release']);
    expect(contractBreaks(after, before)).toEqual([]);
  });

  it('cannot hide behind words that are not compared', () =>
    expect(() => plainSchema(Type.Intersect([Type.Object({ a: text }), Type.Object({ b: text })]))).toThrow('"allOf"'));
});
