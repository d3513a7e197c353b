import { type GroupStep, readGroup, readGroupPatch } from './group-input';

const steps = (...operations: object[]): GroupStep[] => readGroupPatch({ Operations: operations }, '7');

describe('a group as providers send it', () => {
  it('has members by text or number, each once', () => {
    const members = [{ value: '12', display: 'Ada' }, { value: 12 }, { value: '13', type: 'User' }];
    expect(readGroup({ displayName: ' x ', externalId: 'e', members })).toEqual({
      displayName: 'x',
      externalId: 'e',
      memberIds: ['12', '13'],
    });
    expect(readGroup({ displayName: 'x' })).toEqual({ displayName: 'x' });
  });

  it.each([[[7]], [[{}]], [[{ value: '1', type: 'Group' }]], ['x']])('is refused with members %j', (members) => {
    expect(() => readGroup({ members })).toThrow(expect.objectContaining({ status: 400, scimType: 'invalidValue' }));
  });
});

describe('a patch of a group', () => {
  it.each<[string, object, GroupStep[]]>([
    ['add', { op: 'add', path: 'members', value: [{ value: '12' }] }, [{ kind: 'add', memberIds: ['12'] }]],
    ['Entra', { op: 'Remove', path: 'members', value: [{ value: '12' }] }, [{ kind: 'remove', memberIds: ['12'] }]],
    ['Okta', { op: 'remove', path: 'members[value eq "12"]' }, [{ kind: 'remove', memberIds: ['12'] }]],
    ['list', { op: 'replace', path: 'members', value: [{ value: '12' }] }, [{ kind: 'replace', memberIds: ['12'] }]],
    ['empty list', { op: 'replace', path: 'members', value: [] }, [{ kind: 'replace', memberIds: [] }]],
    ['everybody out', { op: 'remove', path: 'members' }, [{ kind: 'clear' }]],
    ['name', { op: 'replace', path: 'displayName', value: 'y' }, [{ kind: 'describe', input: { displayName: 'y' } }]],
    ['external id', { op: 'Add', path: 'externalId', value: 'e' }, [{ kind: 'describe', input: { externalId: 'e' } }]],
    [
      'object of Okta',
      { op: 'replace', value: { id: '7', displayName: 'y', members: [{ value: 12 }] } },
      [
        { kind: 'describe', input: { displayName: 'y' } },
        { kind: 'replace', memberIds: ['12'] },
      ],
    ],
    ['unknown', { op: 'add', path: 'description', value: 'z' }, []],
  ])('%s', (_what, operation, expected) => {
    expect(steps(operation)).toEqual(expected);
  });

  it.each([
    [{ op: 'replace', path: 'members' }, 'invalidValue'],
    [{ op: 'add', path: 'members' }, 'invalidValue'],
    [{ op: 'replace', value: { id: '8', displayName: 'y' } }, 'mutability'],
    [{ op: 'remove', path: 'displayName' }, 'mutability'],
    [{ op: 'replace', value: [] }, 'invalidValue'],
  ])('%j is refused', (operation, scimType) => {
    expect(() => steps(operation)).toThrow(expect.objectContaining({ status: 400, scimType }));
  });
});
