import { webhookAddress } from './webhook-address';

const github = {
  name: 'github',
  url_options: [
    { key: 'branches', label: 'Branches', input_type: 'text' as const },
    { key: 'ignore_private_repositories', label: 'Leave out', input_type: 'checkbox' as const },
  ],
};
const choices = { integration: github, channelId: 42, topic: '', events: [], options: {} };
const asked = (address: string): Record<string, string> => Object.fromEntries(new URL(address).searchParams);

describe('the address of an incoming webhook', () => {
  it('names the integration, the key and the channel', () => {
    const address = webhookAddress('https://chat.example.com', 'k1', choices);
    expect(address).toBe('https://chat.example.com/api/v1/external/github?api_key=k1&stream=42');
  });

  it('says topic, events and parameters of the integration, where they are chosen', () => {
    const address = webhookAddress('https://chat.example.com', 'k1', {
      ...choices,
      topic: ' release & more ',
      events: ['push_commits', 'issues'],
      options: { branches: 'main,release/*', ignore_private_repositories: 'true', unknown: 'x' },
    });
    expect(asked(address)).toEqual({
      api_key: 'k1',
      stream: '42',
      topic: 'release & more',
      only_events: '["push_commits","issues"]',
      branches: 'main,release/*',
      ignore_private_repositories: 'true',
    });
  });

  it('writes to the owner of the bot without a channel, which leaves no place for a topic', () => {
    const address = webhookAddress('https://chat.example.com', 'k1', { ...choices, channelId: undefined, topic: 'x' });
    expect(asked(address)).toEqual({ api_key: 'k1' });
  });
});
