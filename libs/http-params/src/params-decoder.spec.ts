import { Type } from '@sinclair/typebox';
import { DomainError } from '@stoa/errors';
import type { UploadedFile } from './param-spec';
import { boolean, file, int64, integer, integers, json, oneOf, retentionDays, text, texts } from './params';
import { NO_PARAMS, ParamsDecoder, RawParams } from './params-decoder';
import { IS_DICT, MISMATCH_TEXT } from './schema-check';

const GROUP = Type.Union([Type.Integer(), Type.Object({ direct_members: Type.Array(Type.Integer()) })]);

const everyKind = {
  message_id: integer({ doc: 'A path part.', optional: true }),
  count: integer({ doc: 'A number.', optional: true, min: 0, max: 10 }),
  anchor: integer({ doc: 'An anchor.', optional: true }),
  account: int64({ doc: 'A number of 64 bits.', optional: true }),
  timestamp: json(Type.Number(), { doc: 'A time.', optional: true }),
  flag: boolean({ doc: 'A flag.', default: false }),
  topic: text({ doc: 'The topic.', optional: true, alias: ['subject'], strip: true, maxLength: 5, minLength: 1 }),
  word: text({ doc: 'At least two.', optional: true, minLength: 2, pattern: /^[a-z]*$/ }),
  quoted: text({ doc: 'JSON text.', optional: true, json: true }),
  zone: text({ doc: 'A zone.', optional: true, check: (zone) => (zone === 'UTC' ? undefined : 'Not a zone') }),
  note: text({ doc: 'May be null.', optional: true, nullable: true }),
  ids: integers({ doc: 'Ids.', optional: true }),
  names: texts({ doc: 'Names.', optional: true, maxLength: 3, minItems: 1, maxItems: 2 }),
  op: oneOf(['add', 'remove'], { doc: 'Operation.', optional: true, text: 'short' }),
  policy: oneOf([1, 2], { doc: 'Policy.', optional: true, text: 'long' }),
  choice: oneOf(['a', 'b'], { doc: 'Quoted choice.', optional: true, text: 'long', json: true }),
  data: json(Type.Array(Type.Object({ id: Type.Integer(), value: Type.String() }, { additionalProperties: false })), {
    doc: 'Rows.',
    optional: true,
  }),
  switches: json(Type.Record(Type.String(), Type.Boolean()), { doc: 'Switches.', optional: true }),
  group: json(GROUP, { doc: 'Group setting.', optional: true }),
  mixed: json(Type.Union([Type.Literal(1), Type.Literal('x')], { [MISMATCH_TEXT]: 'Not in the list' }), {
    doc: 'Mixed.',
    optional: true,
  }),
  change: json(Type.Object({ new: GROUP, old: Type.Optional(Type.Union([GROUP, Type.Null()])) }), {
    doc: 'Change of a group setting.',
    optional: true,
  }),
  people: json(Type.Union([Type.Array(Type.String()), Type.Array(Type.Integer())]), {
    doc: 'Emails or IDs.',
    optional: true,
  }),
  rows: json(Type.Array(Type.Object({ value: Type.Union([Type.Boolean(), Type.String()]) })), {
    doc: 'Values of two types.',
    optional: true,
  }),
  dicts: json(Type.Array(Type.Object({ id: Type.Integer() }, { [IS_DICT]: true })), { doc: 'Dicts.', optional: true }),
  seconds: json(Type.Union([Type.Integer(), Type.String()]), { doc: 'Seconds or a word.', optional: true }),
  days: retentionDays({ doc: 'Days or a word.', optional: true }),
  day: oneOf([1, 2], { doc: 'Day.', optional: true, text: 'short' }),
  types: texts({ doc: 'Types.', optional: true, nullMeansAbsent: true }),
  pair: json(Type.Tuple([Type.Integer(), Type.Number()]), { doc: 'Pair.', optional: true }),
  limit: json(Type.Union([Type.Integer(), Type.Null()]), { doc: 'Limit.', optional: true, nullable: true }),
  anything: json(Type.Unknown(), { doc: 'Anything.', optional: true }),
};

const decoder = new ParamsDecoder(everyKind, 'messages/{message_id}');
const form = (fields: Record<string, string>): RawParams => ({ ...NO_PARAMS, form: fields });

function failure(act: () => unknown): DomainError {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('error texts (organization.md 1.3)', () => {
  it.each([
    ['count', 'x', 'count is not valid JSON'],
    ['count', '', 'count is not valid JSON'],
    ['count', '"3"', 'count is not an integer'],
    ['count', '3.0', 'count is not an integer'],
    ['count', '3e0', 'count is not an integer'],
    ['count', '03', 'count is not valid JSON'],
    ['count', 'true', 'count is not an integer'],
    ['count', '-1', 'count is too small'],
    ['count', '11', 'count is too large'],
    ['flag', '1', 'flag is not a boolean'],
    ['flag', 'True', 'flag is not valid JSON'],
    ['flag', '"true"', 'flag is not a boolean'],
    ['timestamp', '"1"', 'timestamp is not a float'],
    ['topic', '  ', 'topic cannot be blank'],
    ['topic', 'abcdef', 'topic is too long (limit: 5 characters)'],
    ['subject', 'abcdef', 'subject is too long (limit: 5 characters)'],
    ['topic', 'a\0b', 'topic has invalid format'],
    ['word', 'a', 'word is too short.'],
    ['word', 'AB', 'word has invalid format'],
    ['quoted', 'plain', 'quoted is not valid JSON'],
    ['quoted', '1', 'quoted is not a string'],
    ['zone', 'Mars', 'Invalid zone: Value error, Not a zone'],
    ['ids', '1', 'ids is not a list'],
    ['ids', '{}', 'ids is not a list'],
    ['account', '"3"', 'account is not an integer'],
    ['account', '3.0', 'account is not an integer'],
    ['account', 'x', 'account is not valid JSON'],
    ['quoted', '"a\\ud800"', 'quoted is not valid JSON'],
    ['names', '["\\udc00"]', 'names is not valid JSON'],
    ['switches', '{"\\ud83d":true}', 'switches is not valid JSON'],
    ['anything', '[{"a":"\\uD800\\ud800"}]', 'anything is not valid JSON'],
    ['quoted', '"a\\u0000"', 'quoted has invalid format'],
    [
      'ids',
      JSON.stringify(Array.from({ length: 10_001 }, () => 7)),
      'Invalid ids: Value error, List should have at most 10000 items',
    ],
    [
      'switches',
      JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, key) => [key, true]))),
      'Invalid switches: Value error, Dict should have at most 1000 keys',
    ],
    ['account', '9223372036854775808', 'account is too large'],
    ['account', '-9223372036854775809', 'account is too small'],
    ['ids', '[1,"2"]', 'ids[1] is not an integer'],
    ['ids', '[1,2.0]', 'ids[1] is not an integer'],
    ['names', '[1]', 'names[0] is not a string'],
    ['names', '["abcd"]', 'names[0] is too long (limit: 3 characters)'],
    ['names', '[]', 'names cannot be blank'],
    ['op', 'add ', 'Invalid op'],
    ['policy', '3', 'Invalid policy: Value error, Not in the list of possible values'],
    ['policy', '"1"', 'policy is not an integer'],
    ['choice', '"c"', 'Invalid choice: Value error, Not in the list of possible values'],
    ['choice', 'a', 'choice is not valid JSON'],
    ['data', '[{"id":1,"value":2}]', 'data[0]["value"] is not a string'],
    ['data', '[{"id":1}]', 'data[0]["value"] field is missing: Field required'],
    ['data', '[{"id":1,"value":"","x":1}]', 'Argument "x" at data[0]["x"] is unexpected'],
    ['data', '[7]', 'data[0] does not have the expected format'],
    ['dicts', '[7]', 'dicts[0] is not a dict'],
    ['switches', '[]', 'switches is not a dict'],
    ['switches', '{"a":1}', 'switches["a"] is not a boolean'],
    ['switches', '{"a\\u0000":true}', 'switches["a\\u0000"] has invalid format'],
    ['group', '"x"', 'group["int"] is not an integer'],
    ['group', 'null', 'group["int"] is not an integer'],
    ['group', '{"direct_members":["x"]}', 'group["int"] is not an integer'],
    ['change', '5', 'change does not have the expected format'],
    ['change', '{"old":5}', 'change["new"] field is missing: Field required'],
    ['change', '{"new":{"direct_members":[]},"old":"x"}', 'change["old"]["int"] is not an integer'],
    ['people', '5', 'people["list[str]"] is not a list'],
    ['people', '["a",1]', 'people["list[str]"][1] is not a string'],
    ['rows', '[{"value":null}]', 'rows[0]["value"]["bool"] is not a boolean'],
    ['seconds', '1.5', 'seconds["int"] is not an integer'],
    ['days', 'x', 'days["json[str]"] is not valid JSON'],
    ['days', 'null', 'days["json[str]"] is not a string'],
    ['days', '1.5', 'days["json[str]"] is not a string'],
    ['mixed', '2', 'Invalid mixed: Value error, Not in the list'],
    ['pair', '[1]', 'pair is not length 2'],
    ['limit', '"x"', 'limit is not an integer'],
    ['count', 'null', 'count is not an integer'],
    ['account', 'null', 'account is not an integer'],
    ['timestamp', 'null', 'timestamp is not a float'],
    ['flag', 'null', 'flag is not a boolean'],
    ['quoted', 'null', 'quoted is not a string'],
    ['ids', 'null', 'ids is not a list'],
    ['ids', '[null]', 'ids[0] is not an integer'],
    ['names', '[null]', 'names[0] is not a string'],
    ['policy', 'null', 'policy is not an integer'],
    ['day', 'null', 'Invalid day'],
    ['day', '"1"', 'Invalid day'],
    ['choice', 'null', 'choice is not a string'],
    ['choice', '1', 'choice is not a string'],
    ['data', '[null]', 'data[0] does not have the expected format'],
    ['switches', 'null', 'switches is not a dict'],
    ['switches', '{"a":null}', 'switches["a"] is not a boolean'],
  ])('%s=%s', (name, value, msg) => {
    const error = failure(() => decoder.decode(form({ [name]: value })));
    expect([error.message, error.code, error.status, error.data]).toEqual([msg, 'BAD_REQUEST', 400, {}]);
  });

  it('names a missing parameter', () => {
    const needs = new ParamsDecoder({ needed: text({ doc: 'Needed.', alias: ['other'] }) }, 'x');
    const error = failure(() => needs.decode(NO_PARAMS));
    expect(error.serialize()).toEqual({
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "Missing 'needed' argument",
      status: 400,
      data: { var_name: 'needed' },
    });
  });

  it('refuses two aliases, wherever they stand', () => {
    const error = failure(() => decoder.decode({ ...NO_PARAMS, form: { subject: 'a' }, query: { topic: 'b' } }));
    expect(error.serialize()).toEqual({
      code: 'REQUEST_CONFUSING_VAR',
      msg: "Can't decide between 'topic' and 'subject' arguments",
      status: 400,
      data: { var_name1: 'topic', var_name2: 'subject' },
    });
  });

  it('reports the first error in the order of the names', () => {
    expect(failure(() => decoder.decode(form({ flag: 'x', count: 'y' }))).message).toBe('count is not valid JSON');
    expect(failure(() => decoder.decode(form({ flag: 'x', anchor: 'y' }))).message).toBe('anchor is not valid JSON');
  });

  const needed = text({ doc: 'Needed.' });
  const firstMissing = (names: readonly string[], readsAsDeclared?: boolean) => {
    const params = Object.fromEntries(names.map((name) => [name, needed]));
    return failure(() => new ParamsDecoder(params, 'x/{z}', readsAsDeclared).decode(NO_PARAMS)).data['var_name'];
  };

  it.each([
    [['type', 'to', 'content'], 'content'],
    [['messages', 'op', 'flag'], 'flag'],
    [['message_id', 'msg_type', 'content'], 'content'],
    [['type', 'to', 'scheduled_delivery_timestamp'], 'to'],
    [['type', 'scheduled_delivery_timestamp'], 'type'],
    [['op', 'num_before', 'num_after'], 'num_after'],
    [['a', 'z'], 'z'],
  ])('names the first of several missing ones, by the name that it has inside: %s', (names, missing) => {
    expect(firstMissing(names)).toBe(missing);
  });

  it('keeps the order of declaration where the endpoint says so', () => {
    expect(firstMissing(['topic_name', 'stream_id'], true)).toBe('topic_name');
  });
});

describe('values', () => {
  it.each([
    ['count', ' 7 ', 7],
    ['anchor', '10000000000000000', 10000000000000000],
    ['timestamp', '1.0', 1],
    ['timestamp', '2', 2],
    ['flag', 'true', true],
    ['topic', '  abc ', 'abc'],
    ['topic', '👍👍👍👍👍', '👍👍👍👍👍'],
    ['subject', 'abc', 'abc'],
    ['quoted', '"a\\nb"', 'a\nb'],
    ['word', 'null', 'null'],
    ['note', 'null', null],
    ['limit', 'null', null],
    ['types', 'null', undefined],
    ['anchor', '99999999999999999999', 10000000000000000],
    ['anchor', `-1${'0'.repeat(400)}`, -10000000000000000],
    ['ids', '[99999999999999999999]', [10000000000000000]],
    ['days', 'unlimited', 'unlimited'],
    ['days', '"realm_default"', '"realm_default"'],
    ['days', '7', '7'],
    ['people', '["a"]', ['a']],
    ['people', '[1]', [1]],
    ['ids', '[]', []],
    ['policy', '2', 2],
    ['group', '5', 5],
    ['group', '{"direct_members":[1],"extra":true}', { direct_members: [1] }],
    ['switches', '{"a\\nb":true}', { 'a\nb': true }],
    ['pair', '[1,2.0]', [1, 2]],
    ['anything', '{"a":[1.0,"3.0"]}', { a: [1, '3.0'] }],
  ])('%s=%s', (name, value, expected) => {
    const property = name === 'subject' ? 'topic' : name;
    expect(Reflect.get(decoder.decode(form({ [name]: value })), property)).toEqual(expected);
  });

  it('lets the body win over the query and keeps path parts apart', () => {
    const raw = { path: { message_id: '12' }, query: { count: '1', message_id: 'x' }, form: { count: '2' } };
    expect(decoder.decode(raw)).toMatchObject({ message_id: 12, count: 2 });
    expect(decoder.unknownNames(raw, new Set())).toEqual(['message_id']);
  });

  it('answers defaults and leaves absent parameters undefined', () => {
    expect({ ...decoder.decode(NO_PARAMS) }).toEqual({ flag: false });
  });

  it('lists unknown names sorted and once', () => {
    const raw = { ...NO_PARAMS, query: { b: '1', client: 'x' }, form: { zeta: '1', b: '2', count: '1' } };
    expect(decoder.unknownNames(raw, new Set(['client']))).toEqual(['b', 'zeta']);
    expect(decoder.unknownNames(form({ subject: 'x' }), new Set())).toBeUndefined();
  });

  it('lists no more than 256 characters of an unknown name', () => {
    const listed = (name: string) => decoder.unknownNames(form({ [name]: '1' }), new Set());
    expect(listed('a'.repeat(256))).toEqual(['a'.repeat(256)]);
    expect(listed('a'.repeat(257))).toEqual(['a'.repeat(256)]);
    expect(listed(`${'a'.repeat(255)}\u{1F389}`)).toEqual([`${'a'.repeat(255)}\uFFFD`]);
  });

  it('refuses values nested without end', () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    expect(failure(() => decoder.decode(form({ anything: deep }))).message).toBe(
      'anything does not have the expected format',
    );
  });
});

describe('files', () => {
  const upload = new ParamsDecoder({ file: file({ doc: 'The file.', maxBytes: 4, anyName: true }) }, 'x');
  const picture = (content: string): UploadedFile => ({
    fieldName: 'picture.png',
    fileName: 'picture.png',
    contentType: 'image/png',
    content: Buffer.from(content),
  });

  it('takes the single file whatever its name', () => {
    const raw = { ...NO_PARAMS, files: [picture('abc')] };
    expect(upload.decode(raw).file.fileName).toBe('picture.png');
    expect(upload.unknownNames(raw, new Set())).toBeUndefined();
  });

  it('refuses none, several and large ones', () => {
    expect(failure(() => upload.decode(NO_PARAMS)).message).toBe("Missing 'file' argument");
    expect(failure(() => upload.decode({ ...NO_PARAMS, files: [picture('a'), picture('b')] })).message).toBe(
      'You may only upload one file at a time',
    );
    expect(failure(() => upload.decode({ ...NO_PARAMS, files: [picture('abcde')] })).message).toContain('larger than');
  });
});
