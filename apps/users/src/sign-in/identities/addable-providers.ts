import { identityLinkProblem, signInBackend } from '@stoa/policy';
import type { AddableProvider } from './identity-links.repository';

/** Why nobody may add an account at a provider; null: it may be added. */
export function linkProblem({ kind, settings, switches, isLinkedElsewhere }: AddableProvider) {
  const isMethodOn = switches[signInBackend(kind)] ?? true;
  const linksAccounts = settings.links_accounts === true;
  return identityLinkProblem({ kind, isMethodOn, isLinkedElsewhere, linksAccounts });
}
