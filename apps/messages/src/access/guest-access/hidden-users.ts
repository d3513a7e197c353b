import { Injectable } from '@nestjs/common';
import { AccessibleUsersRepository, DirectoryUser, DirectoryView } from '@stoa/directory';
import { isLimitedGuest } from '@stoa/policy';
import { policyUser } from '../policy-user';

/** Whom a user is unknown to: limited guests who share nothing with that user (users.md 3). */
@Injectable()
export class HiddenUsers {
  constructor(private readonly accessible: AccessibleUsersRepository) {}

  /** @returns those of the viewers who must not learn the user's name; one statement where there is a limited guest */
  async hiddenFrom(
    reader: Parameters<AccessibleUsersRepository['thoseWithAccessTo']>[0],
    view: DirectoryView,
    user: DirectoryUser,
    viewerIds: Iterable<number>,
  ): Promise<Set<number>> {
    if (user.isBot) return new Set();
    const [settings, users, { graph }] = await Promise.all([view.settings(), view.users(), view.groups()]);
    const guests = [...viewerIds].filter((id) => {
      const viewer = id === user.id ? undefined : users.get(id);
      return viewer && isLimitedGuest(policyUser(viewer), settings.canAccessAllUsersGroup, graph);
    });
    const withAccess = await this.accessible.thoseWithAccessTo(reader, guests, user.id);
    return new Set(guests.filter((id) => !withAccess.has(id)));
  }
}
