import { Injectable } from '@nestjs/common';
import { withoutPort } from '../access/realms/realm-host';

const MOST_REMEMBERED = 50_000;

/**
 * Which organization a host was found to be, for sharing places before a request is looked at: only as a hint, however
 * old. Hosts that nobody has logged in at share one tenant, so made-up ones gain nothing.
 */
@Injectable()
export class HostTenants {
  private readonly realms = new Map<string, number>();

  tenantOf(host: string): number | undefined {
    return this.realms.get(withoutPort(host.toLowerCase()));
  }

  /** Somebody of the organization has proved who they are at this host. */
  learn(host: string, realmId: number): void {
    const name = withoutPort(host.toLowerCase());
    if (this.realms.get(name) === realmId) return;
    this.realms.set(name, realmId);
    if (this.realms.size <= MOST_REMEMBERED) return;
    for (const oldest of this.realms.keys()) {
      this.realms.delete(oldest);
      return;
    }
  }
}
