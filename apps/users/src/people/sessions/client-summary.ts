import Bowser from 'bowser';

/** `Firefox on Linux` of a User-Agent header; what is unknown is left out. */
export function clientSummary(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter((name) => name !== undefined && name !== '').join(' on ');
}
