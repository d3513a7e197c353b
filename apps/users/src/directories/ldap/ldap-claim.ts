import type { ClaimedDirectory, LdapDirectoriesRepository } from './ldap-directories.repository';

/** Changes after which a claim is renewed: far fewer than are made while it lasts. */
const CHANGES = 100;

/** A directory that is this process's, as long as it says that it goes on. */
export class LdapClaim {
  private changes = 0;
  private held: ClaimedDirectory | undefined;

  constructor(
    private readonly repository: Pick<LdapDirectoriesRepository, 'renewClaim'>,
    claimed: ClaimedDirectory,
    private readonly stopping: AbortSignal,
  ) {
    this.held = claimed;
  }

  /** The claim as it is now; undefined if it is another's by now. */
  get current(): ClaimedDirectory | undefined {
    return this.held;
  }

  /** Before each change. @returns whether it may be made: the process does not stop, and nobody else follows the directory */
  async allowsChange(): Promise<boolean> {
    if (this.stopping.aborted) return false;
    // The first time, too: to read a large directory takes long.
    if (this.held && this.changes++ % CHANGES === 0) this.held = await this.repository.renewClaim(this.held);
    return this.held !== undefined;
  }
}
