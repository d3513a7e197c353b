import type { SignUpProblem } from './sign-up-rules';

/** An account, as somebody may have it whom a provider vouches for. */
export interface VouchedAccount {
  id: number;
  isActive: boolean;
  isBot: boolean;
}

/** Why somebody does not get in although a provider vouches for him; `error` of the sign-in page. */
export type ExternalSignInRefusal =
  | 'organization-deactivated'
  | 'method-off'
  | 'no-verified-address'
  | 'deactivated'
  | 'linked-elsewhere'
  | Exclude<SignUpProblem, 'already-member'>;

export type ExternalSignInDecision =
  /** `links`: the identity is remembered as the account's. */
  | { act: 'sign-in'; accountId: number; links: boolean }
  | { act: 'create' }
  /** Somebody is asked whether he wants an account, and by which name. */
  | { act: 'ask' }
  | { act: 'refuse'; reason: ExternalSignInRefusal };

/** Everything that decides what somebody may do whom a provider vouches for (identity.md 3). */
export interface ExternalSignInFacts {
  isRealmDeactivated: boolean;
  /** The organization has not switched this kind of provider off. */
  isMethodOn: boolean;
  /** The provider vouches for an address. */
  hasAddress: boolean;
  /** Whom the provider's name for the person belongs to since an earlier sign-in. */
  linked: VouchedAccount | undefined;
  /** Whoever has the address. */
  holder: VouchedAccount | undefined;
  /** Somebody else, or another provider, has vouched for the holder before. */
  isHolderLinked: boolean;
  /** Such accounts may be opened by this provider, too. */
  linksAccounts: boolean;
  /** Why the address cannot have a new account. */
  signUpProblem: SignUpProblem | null;
  /** The person came to join, or the provider's people all have accounts. */
  isWelcome: boolean;
  /** The provider says how the person is called, and is believed. */
  hasTrustedName: boolean;
}

/**
 * The one rule about people whom a provider vouches for. The provider's own name for a person goes before the address:
 * addresses are given to somebody else after years, and a provider must not open the accounts of another (ASVS 6.8.1).
 */
export function decideExternalSignIn(facts: ExternalSignInFacts): ExternalSignInDecision {
  const { linked, holder } = facts;
  if (facts.isRealmDeactivated) return refuse('organization-deactivated');
  if (!facts.isMethodOn) return refuse('method-off');
  if (linked) return linked.isActive ? { act: 'sign-in', accountId: linked.id, links: false } : refuse('deactivated');
  if (!facts.hasAddress) return refuse('no-verified-address');
  if (holder) {
    if (holder.isBot) return refuse('reserved');
    if (!holder.isActive) return refuse('deactivated');
    if (facts.isHolderLinked && !facts.linksAccounts) return refuse('linked-elsewhere');
    return { act: 'sign-in', accountId: holder.id, links: true };
  }
  const { signUpProblem: problem } = facts;
  // Nobody of the organization has the address: who is a member now became one in this moment, and tries again.
  if (problem !== null) return refuse(problem === 'already-member' ? 'linked-elsewhere' : problem);
  return { act: facts.isWelcome && facts.hasTrustedName ? 'create' : 'ask' };
}

function refuse(reason: ExternalSignInRefusal): ExternalSignInDecision {
  return { act: 'refuse', reason };
}
