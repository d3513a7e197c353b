import { integrationOfSecret, isSecretSetting, neededSecrets } from './bot-secrets';

describe('secrets of a bot', () => {
  it.each<[string, Record<string, string>, readonly string[] | null]>([
    ['none', { topic_template: 'x' }, null],
    ['an empty one', { webhook_secret: '', 'webhook_secret:github': '' }, null],
    ['one of every integration', { webhook_secret: 'a' }, ['a']],
    ['one before it', { webhook_secret: 'b', previous_webhook_secret: 'a' }, ['b', 'a']],
    ['one of its own', { 'webhook_secret:github': 'g' }, ['g']],
    ['two of its own', { 'webhook_secret:github': 'h', 'previous_webhook_secret:github': 'g' }, ['h', 'g']],
    ['one of its own besides that of every integration', { webhook_secret: 'a', 'webhook_secret:github': 'g' }, ['g']],
    ['one before that was ended', { 'previous_webhook_secret:github': 'g' }, ['g']],
    ['one of another integration', { 'webhook_secret:gitlab': 'l' }, []],
    ['one of another besides that of every integration', { webhook_secret: 'a', 'webhook_secret:gitlab': 'l' }, ['a']],
  ])('GitHub needs with %s: %j', (_title, settings, needed) => {
    expect(neededSecrets('github', settings)).toEqual(needed);
  });

  it.each([
    ['webhook_secret', true, undefined],
    ['previous_webhook_secret', true, undefined],
    ['webhook_secret:github', true, 'github'],
    ['previous_webhook_secret:github', true, 'github'],
    ['content_template', false, undefined],
    ['webhook_secretary', false, undefined],
  ])('%s', (key, isSecret, integration) => {
    expect(isSecretSetting(key)).toBe(isSecret);
    expect(integrationOfSecret(key)).toBe(integration);
  });
});
