import domains from 'disposable-email-domains';
import wildcards from 'disposable-email-domains/wildcard.json';

const exact = new Set<string>(domains);
const withSubdomains = new Set<string>(wildcards);

/** Whether a mail domain (lower case) hands out throw-away addresses. */
export function isDisposableDomain(domain: string): boolean {
  if (exact.has(domain)) return true;
  for (let rest = domain; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    if (withSubdomains.has(rest)) return true;
  }
  return false;
}
