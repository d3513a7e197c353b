import fc from 'fast-check';
import { addPiece, piecesOf } from './pieces';

function reassembled(value: unknown): unknown {
  const { frame, pieces } = piecesOf(value);
  const whole: unknown = JSON.parse(frame);
  for (const piece of pieces) addPiece(whole, piece);
  return whole;
}

const many = (count: number) => Array.from({ length: count }, (_none, id) => ({ id, name: `user ${id}` }));

describe('a value in pieces', () => {
  it('is the same when it is put together', () => {
    const long = fc.integer({ min: 0, max: 1200 }).map(many);
    const wide = long.map((items) => Object.fromEntries(items.map(({ id }) => [String(id), id])));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        ...[fc.jsonValue(), long, wide],
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
        fc.array(tie('tree'), { maxLength: 4 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(reassembled(value)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 60 },
    );
  });

  it('has none that is long, nor a long frame', () => {
    const users = many(10_000);
    const value = {
      users,
      groups: [{ id: 1, members: users.map(({ id }) => id) }],
      byId: Object.fromEntries(users.map((one) => [one.id, one])),
    };
    const { frame, pieces } = piecesOf(value);
    expect(frame).toBe('{"users":[],"groups":[{"id":1,"members":[]}],"byId":{}}');
    expect(pieces).toHaveLength(60);
    expect(Math.max(...pieces.map(({ json }) => json.length))).toBeLessThan(25_000);
    expect(reassembled(value)).toEqual(value);
  });

  it('belongs somewhere', () => {
    expect(() => addPiece({ users: 5 }, { path: ['users'], json: '[1]' })).toThrow('belongs to users');
  });
});
