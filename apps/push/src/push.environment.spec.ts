import { ConfigurationError, loadEnvironment } from '@stoa/config';
import { PushEnvironment } from './push.environment';

const LEAST = {
  STOA_NATS_URL: 'nats://localhost',
  STOA_DATABASE_URL: 'postgresql://localhost/stoa',
  STOA_REDIS_URL: 'redis://localhost',
  STOA_EXTERNAL_HOST: 'chat.example',
  STOA_PUSH_KEY_SECRET: 's'.repeat(32),
};
const RELAY = {
  STOA_PUSH_RELAY_URL: 'https://relay.example',
  STOA_PUSH_RELAY_ORG_ID: '6cde5f7a-1f7e-4978-9716-49f69ebfc9fe',
  STOA_PUSH_RELAY_ORG_KEY: 'k'.repeat(64),
};

function load(variables: Record<string, string>): PushEnvironment {
  return loadEnvironment(PushEnvironment, variables);
}

describe('PushEnvironment', () => {
  it('does without a relay', () => {
    expect(load(LEAST).isPushConfigured).toBe(false);
    expect(load({ ...LEAST, ...RELAY }).isPushConfigured).toBe(true);
  });

  it.each(['STOA_PUSH_RELAY_ORG_ID', 'STOA_PUSH_RELAY_ORG_KEY'])('wants %s where there is a relay', (name) => {
    const incomplete = () => load({ ...LEAST, ...RELAY, [name]: '' });
    expect(incomplete).toThrow(ConfigurationError);
    expect(incomplete).toThrow(name);
  });

  it('has no envelope senders of bounces where they are off, or no mail comes in', () => {
    const pattern = '%s@mail.chat.example';
    const incoming = { ...LEAST, STOA_EMAIL_GATEWAY_PATTERN: pattern };
    expect(load(incoming).bounceSenderPattern).toBe(pattern);
    expect(load({ ...incoming, STOA_MAIL_BOUNCE_SENDERS: 'off' }).bounceSenderPattern).toBe('none');
    expect(load(LEAST).bounceSenderPattern).toBe('none');
  });

  it('has somebody who welcomes newcomers where one is named', () => {
    const welcome = (STOA_WELCOME_MAIL_SENDER: string) => load({ ...LEAST, STOA_WELCOME_MAIL_SENDER });
    expect(load(LEAST).welcomeMailSender).toBeNull();
    expect(welcome('Ada <ada@example.com>').welcomeMailSender).toEqual({ name: 'Ada', address: 'ada@example.com' });
    expect(() => welcome('Ada')).toThrow('STOA_WELCOME_MAIL_SENDER');
  });

  it('wants a URL, and a secret of some length', () => {
    expect(() => load({ ...LEAST, ...RELAY, STOA_PUSH_RELAY_URL: 'relay' })).toThrow('STOA_PUSH_RELAY_URL');
    expect(() => load({ ...LEAST, STOA_PUSH_KEY_SECRET: 'short' })).toThrow('STOA_PUSH_KEY_SECRET');
  });
});
