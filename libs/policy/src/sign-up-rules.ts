import { EmailDomainRules, checkEmailDomain, isEmailAddress } from './account-rules';

/** Why somebody with an address cannot sign up; the field `reason` of the API's error. */
export type SignUpProblem =
  | 'invalid-address'
  | 'invitation-required'
  | 'domain-not-allowed'
  | 'disposable'
  | 'contains-plus'
  | 'reserved'
  | 'already-member'
  | 'deactivated';

/** What decides whether an address may sign up. */
export interface SignUpFacts {
  rules: EmailDomainRules;
  /** Whoever has the address in the organization, or a bot of the installation. */
  holder: { isActive: boolean; isSystemBot: boolean } | undefined;
  /** The organization takes invited people only. */
  isInvitationRequired: boolean;
  /** A mail or a reusable link with an invitation led here. */
  isInvited: boolean;
}

/**
 * Whether an address may sign up (identity.md 3, organization.md 11). Where nobody may without an invitation, nothing else
 * is told.
 * @returns null if it may
 */
export function signUpProblem(email: string, facts: SignUpFacts): SignUpProblem | null {
  if (facts.isInvitationRequired && !facts.isInvited) return 'invitation-required';
  if (!isEmailAddress(email)) return 'invalid-address';
  const problem = checkEmailDomain(email, facts.rules);
  if (problem !== null) return problem === 'outside-domains' ? 'domain-not-allowed' : problem;
  const { holder } = facts;
  if (!holder) return null;
  if (holder.isSystemBot) return 'reserved';
  return holder.isActive ? 'already-member' : 'deactivated';
}
