import { DomainError } from '@stoa/errors';
import { LinkFacts, LinkProblem, linkProblem } from '@stoa/policy';

/** Nobody was given this link, or it is of another organization. HTTP 404. */
export function unknownLink(): DomainError {
  return linkRefusal('unknown');
}

/** @throws DomainError 404 for a link that leads nowhere any more; its field `reason` says why */
export function assertOpenLink(facts: LinkFacts): void {
  const problem = linkProblem(facts);
  if (problem !== null) throw linkRefusal(problem);
}

function linkRefusal(reason: LinkProblem | 'unknown'): DomainError {
  return new DomainError('BAD_REQUEST', linkText(reason), { status: 404, data: { reason } });
}

function linkText(reason: LinkProblem | 'unknown'): string {
  switch (reason) {
    case 'used':
      return 'This link has been used already.';
    case 'revoked':
      return 'This link has been revoked.';
    case 'expired':
      return 'This link has expired.';
    case 'unknown':
      return 'The confirmation link is not valid or has expired.';
  }
}
