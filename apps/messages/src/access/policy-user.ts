import { DirectoryUser } from '@stoa/directory';
import { PolicyUser } from '@stoa/policy';

export function policyUser(user: DirectoryUser): PolicyUser {
  return { userId: user.id, role: user.role, isBot: user.isBot };
}
