import type { State } from '../../store/state';

type Integration = State['webhookBots'][number];

/** Tools that sign what they deliver, in the order of the list. */
export function signingTools(integrations: readonly Integration[]): readonly Integration[] {
  return integrations.filter(({ config_options: options }) => options.some(({ key }) => key === 'webhook_secret'));
}

const SECRET_BYTES = 24;

/** One that nobody guesses, for tools that take whatever they are given. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
