import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Linter, type Rule } from 'eslint';
import tseslint from 'typescript-eslint';

const RULE = path.resolve(__dirname, '..', '..', 'tools', 'eslint', 'no-forwarding.mjs');
let rule: Rule.RuleModule;

beforeAll(async () => {
  const loaded: { noForwarding: Rule.RuleModule } = await import(pathToFileURL(RULE).href);
  rule = loaded.noForwarding;
});

function problemsOf(method: string): string[] {
  const config: Linter.Config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { stoa: { rules: { 'no-forwarding': rule } } },
    rules: { 'stoa/no-forwarding': 'error' },
  };
  return new Linter().verify(`class C { ${method} }`, config, 'service.ts').map(({ message }) => message);
}

describe('methods that answer a call', () => {
  it.each([
    '@Handles(send) send(ctx: Ctx, request: R) { return this.sending.send(ctx, request); }',
    '@Handles(send) async send(ctx: Ctx, request: R) { await this.sending.send(ctx.actor, request); }',
    '@Endpoint(list) list(ctx: Ctx) { return this.lists.all(ctx); }',
  ])('may not only forward: %s', (method) => {
    expect(problemsOf(method)).toEqual(['It only forwards: put the declaration on the method that it calls.']);
  });

  it.each([
    '@Endpoint(send) send(ctx: Ctx, request: R) { return this.rpc.callRaw(post, ctx, request); }',
    '@Handles(send) send(ctx: Ctx, request: R) { return this.database.write(ctx, [], (tx) => this.store(tx, request)); }',
    '@Endpoint(send) send(ctx: Ctx, request: R) { return this.update(ctx, request); }',
    '@Handles(list) async list(ctx: Ctx) { return { items: await this.repository.all(ctx) }; }',
    'send(ctx: Ctx, request: R) { return this.sending.send(ctx, request); }',
  ])('may do this: %s', (method) => {
    expect(problemsOf(method)).toEqual([]);
  });
});
