import type { SignInKind } from './sign-in-providers';

/** What decides whether somebody may add a provider's account to the own account. */
export interface IdentityLinkFacts {
  kind: SignInKind;
  /** The organization has not switched this kind of provider off. */
  isMethodOn: boolean;
  /** Another provider has vouched for the owner of the account. */
  isLinkedElsewhere: boolean;
  /** Such accounts may be opened by this provider, too. */
  linksAccounts: boolean;
}

/** `not-allowed`: the organization does not want it. `unasked`: nobody can be sent there to prove who he is. */
export type IdentityLinkProblem = 'method-off' | 'not-allowed' | 'unasked';

/** People come from these by themselves. */
const UNASKED: ReadonlySet<SignInKind> = new Set<SignInKind>(['remoteuser', 'jwt']);

/**
 * Why somebody may not add a provider. Where another one has vouched for the owner, whether a second may open the account as
 * well is the organization's decision, at sign-ins and here: who leaves must not keep a way in that nobody knows of.
 */
export function identityLinkProblem(facts: IdentityLinkFacts): IdentityLinkProblem | null {
  if (UNASKED.has(facts.kind)) return 'unasked';
  if (!facts.isMethodOn) return 'method-off';
  return facts.isLinkedElsewhere && !facts.linksAccounts ? 'not-allowed' : null;
}
