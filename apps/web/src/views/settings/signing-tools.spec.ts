import { newSecret, signingTools } from './signing-tools';

describe('secrets of webhooks', () => {
  it('are for tools that sign', () => {
    const tool = (name: string, keys: readonly string[]) => ({
      name,
      display_name: name,
      all_event_types: null,
      config_options: keys.map((key) => ({ key, label: key, validator: 'check_string' as const })),
      url_options: [],
    });
    const tools = [tool('github', ['webhook_secret']), tool('template', ['topic_template']), tool('json', [])];
    expect(signingTools(tools).map(({ name }) => name)).toEqual(['github']);
  });

  it('are made of chance', () => {
    expect(newSecret()).toMatch(/^[0-9a-f]{48}$/);
    expect(newSecret()).not.toBe(newSecret());
  });
});
