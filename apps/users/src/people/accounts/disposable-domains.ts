import domains from 'disposable-email-domains';
import wildcards from 'disposable-email-domains/wildcard.json';

interface Lists {
  exact: ReadonlySet<string>;
  withSubdomains: ReadonlySet<string>;
}

let lists: Lists | undefined;

/** Whether a mail domain (lower case) hands out throw-away addresses. */
export function isDisposableDomain(domain: string): boolean {
  // A hundred thousand of them: a process that nobody asks keeps none.
  lists ??= { exact: new Set(domains), withSubdomains: new Set(wildcards) };
  if (lists.exact.has(domain)) return true;
  for (let rest = domain; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    if (lists.withSubdomains.has(rest)) return true;
  }
  return false;
}
