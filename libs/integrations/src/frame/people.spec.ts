import { readDelivery } from './read-delivery';
import { People } from './people';
import { integrationNamed } from '../registry';

const KNOWN = new Map([
  ['ada', { userId: 11, fullName: 'Ada Lovelace' }],
  ['grace@example.com', { userId: 12, fullName: 'Grace Hopper' }],
]);

function read(name: string, body: object, headers: Record<string, string> = {}, people = KNOWN) {
  const integration = integrationNamed(name);
  if (!integration) throw new Error(`there is no ${name}`);
  const delivery = {
    headers: { 'content-type': 'application/json', ...headers },
    query: {},
    body: Buffer.from(JSON.stringify(body)),
  };
  const { notices } = readDelivery(integration, delivery, { settings: {}, now: 0, people });
  return notices.map(({ content }) => content);
}

describe('people of a tool', () => {
  it('are mentioned where something is theirs to do, and named silently where they have done it', () => {
    const people = new People(KNOWN);
    expect(
      people.filled(`${people.name(['Ada'], 'ada')} asks ${people.mention([undefined, 'GRACE@example.com'], 'g')}`),
    ).toBe('@_**Ada Lovelace|11** asks @**Grace Hopper|12**');
  });

  it('keep the name that the tool gives them where nobody is known, as plain text', () => {
    const people = new People(KNOWN);
    expect(people.filled(people.mention(['linus'], '**linus**'))).not.toContain('@');
    expect(new People().mention(['ada'], 'ada')).toBe('ada');
  });

  it('are told apart when there are many', () => {
    const people = new People(KNOWN);
    const places = Array.from({ length: 12 }, (_, index) =>
      people.mention([index % 2 ? 'ada' : 'grace@example.com'], ''),
    );
    expect(people.filled(places.join(' ')).match(/\|1[12]\*\*/g)).toHaveLength(12);
    expect(people.filled(places[11] ?? '')).toBe('@**Ada Lovelace|11**');
  });

  it.each(['Ca$$h', "A $' B", '$&', '$1', '$<x>'])('are mentioned by the name %s as it is', (fullName) => {
    const people = new People(new Map([['x', { userId: 5, fullName }]]));
    expect(people.filled(`a ${people.mention(['x'], 'x')} b`)).toBe(`a @**${fullName}|5** b`);
  });

  it('take time in proportion to their number, and 50 at most are notified', () => {
    const known = new Map(
      Array.from({ length: 20_000 }, (_, index) => [`p${index}`, { userId: index + 1, fullName: "A $' B" }] as const),
    );
    const people = new People(known);
    const content = [...known.keys(), 'p0'].map((name) => people.mention([name], name)).join(' ');
    const begun = performance.now();
    const filled = people.filled(content);
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(filled.match(/@\*\*A/g)).toHaveLength(51);
    expect(filled.match(/@_\*\*A/g)).toHaveLength(19_950);
    expect(filled.endsWith("@**A $' B|1**")).toBe(true);
  });
});

describe('mentions of integrations', () => {
  const repository = { name: 'shop' };
  const issue = { number: 7, title: 'Prices' };
  const text = '@**Ada Lovelace|11** @_**Ada Lovelace|11** @*team* @**all** <0/0>';

  it.each<[string, string, object, Record<string, string>, RegExp]>([
    [
      'assignees of GitHub',
      'github',
      { action: 'assigned', issue, assignee: { login: 'Ada' }, repository, sender: { login: 'linus' } },
      { 'x-github-event': 'issues' },
      /^linus assigned issue #7 Prices to @\*\*Ada Lovelace\|11\*\*\.$/,
    ],
    [
      'nobody whom GitHub takes something from',
      'github',
      { action: 'unassigned', issue, assignee: { login: 'ada' }, repository, sender: { login: 'ada' } },
      { 'x-github-event': 'issues' },
      /^@_\*\*Ada Lovelace\|11\*\* unassigned issue #7 Prices from @_\*\*Ada Lovelace\|11\*\*\.$/,
    ],
    [
      'reviewers of GitHub',
      'github',
      {
        action: 'review_requested',
        pull_request: issue,
        requested_reviewer: { login: 'ada' },
        repository,
        sender: { login: 'linus' },
      },
      { 'x-github-event': 'pull_request' },
      /requested a review of PR #7 Prices from @\*\*Ada Lovelace\|11\*\*\.$/,
    ],
    [
      'assignees of Gitea',
      'gitea',
      { action: 'assigned', issue, assignee: { login: 'ada' }, repository, sender: { login: 'linus' } },
      { 'x-gitea-event': 'issues' },
      /to @\*\*Ada Lovelace\|11\*\*\.$/,
    ],
    [
      'assignees of GitLab',
      'gitlab',
      {
        user: { name: 'Linus' },
        project: repository,
        object_attributes: { iid: 7, title: 'Prices', action: 'update' },
        changes: { assignees: { previous: [], current: [{ name: 'A. Lovelace', username: 'ada' }] } },
      },
      { 'x-gitlab-event': 'Issue Hook' },
      /^Linus updated issue #7 Prices \(assigned to @\*\*Ada Lovelace\|11\*\*\)\.$/,
    ],
    [
      'those silently whom GitLab had assigned it to before',
      'gitlab',
      {
        user: { name: 'Linus' },
        project: repository,
        object_attributes: { iid: 7, title: 'Prices', action: 'update' },
        changes: {
          assignees: {
            previous: [{ name: 'A. Lovelace', username: 'ada' }],
            current: [
              { name: 'A. Lovelace', username: 'ada' },
              { name: 'G. Hopper', username: 'grace', email: 'grace@example.com' },
            ],
          },
        },
      },
      { 'x-gitlab-event': 'Issue Hook' },
      /^Linus updated issue #7 Prices \(assigned to @_\*\*Ada Lovelace\|11\*\*, @\*\*Grace Hopper\|12\*\*\)\.$/,
    ],
    [
      'who is assigned in Jira, by their address',
      'jira',
      {
        webhookEvent: 'jira:issue_created',
        user: { displayName: 'Ada', name: 'ada' },
        issue: {
          key: 'SHOP-7',
          fields: { summary: 'Prices', assignee: { displayName: 'Grace', emailAddress: 'Grace@example.com' } },
        },
      },
      {},
      /^@_\*\*Ada Lovelace\|11\*\* created SHOP-7: Prices\.\n\n\* \*\*Assignee\*\*: @\*\*Grace Hopper\|12\*\*$/,
    ],
    [
      'who is assigned in Jira later',
      'jira',
      {
        webhookEvent: 'jira:issue_updated',
        user: { displayName: 'Linus' },
        issue: {
          key: 'SHOP-7',
          fields: { summary: 'Prices', assignee: { displayName: 'Grace', emailAddress: 'grace@example.com' } },
        },
        changelog: { items: [{ field: 'assignee', fromString: 'Ada', toString: 'Grace', to: 'g1' }] },
      },
      {},
      /Changed assignee from \*\*Ada\*\* to @\*\*Grace Hopper\|12\*\*$/,
    ],
    [
      'assignees of Linear',
      'linear',
      {
        type: 'Issue',
        action: 'create',
        actor: { name: 'Linus' },
        data: { title: 'Prices', assignee: { name: 'Grace', email: 'grace@example.com' } },
      },
      {},
      /\* \*\*Assignee\*\*: @\*\*Grace Hopper\|12\*\*$/,
    ],
  ])('name %s', (_title, name, body, headers, expected) => {
    const [content] = read(name, body, headers);
    expect(content).toMatch(expected);
    expect(read(name, body, headers, new Map())[0]).not.toContain('@');
  });

  it.each<[string, object, Record<string, string>]>([
    [
      'github',
      { action: 'opened', issue: { ...issue, title: text, body: text }, repository, sender: { login: text } },
      { 'x-github-event': 'issues' },
    ],
    [
      'github',
      { action: 'assigned', issue, assignee: { login: text }, repository, sender: { login: text } },
      { 'x-github-event': 'issues' },
    ],
    [
      'jira',
      {
        webhookEvent: 'comment_created',
        issue: { key: 'SHOP-7', fields: { summary: text } },
        comment: { author: { displayName: text }, body: `${text} [~ada]` },
      },
      {},
    ],
    [
      'linear',
      { type: 'Issue', action: 'create', data: { title: text, description: text, assignee: { name: text } } },
      {},
    ],
  ])('come of no text of %s', (name, body, headers) => {
    for (const content of read(name, body, headers)) expect(content).not.toMatch(/@_?\*/);
  });
});
