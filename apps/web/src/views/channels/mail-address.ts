/** What the address of a channel says about the mails that come to it, in the order in which it says so. */
export const MAIL_OPTIONS = ['show-sender', 'include-quotes', 'include-footer', 'prefer-html'] as const;
export type MailOption = (typeof MAIL_OPTIONS)[number];

/** The token of a channel's address, and the options that the service has put behind it. */
const TOKEN = /([0-9a-f]{32})((?:[.+][a-z-]+)*)(?=@|$)/;

/** An address as the service gives it, with these options instead of its own. */
export function withMailOptions(address: string, options: ReadonlySet<MailOption>): string {
  const wanted = MAIL_OPTIONS.filter((option) => options.has(option)).map((option) => `.${option}`);
  return address.replace(TOKEN, `$1${wanted.join('')}`);
}
