import type { BrowserContext } from 'playwright-core';

/** What the browser itself says when the service cannot be reached, refuses, or the page leaves in the middle. */
const FAILED_REQUEST = /^Failed to load resource: /;

/**
 * Collects what must not happen in any page of a profile: faults, breaches of the content policy, other hosts.
 * @param origins that may be asked
 */
export function watchFaults(context: BrowserContext, origins: readonly string[], faults: string[]): void {
  context.on('request', (request) => {
    const address = new URL(request.url());
    const isOutside = /^(https?|wss?):$/.test(address.protocol) && !origins.includes(address.origin);
    if (isOutside) faults.push(`asked another host: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !FAILED_REQUEST.test(message.text())) faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(String(error.error().stack ?? error.error())));
}
