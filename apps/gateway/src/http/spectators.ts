import { Injectable } from '@nestjs/common';
import { noSuchOrganization, notLoggedIn } from '@stoa/errors';
import type { Spectator } from '@stoa/contracts/messages';
import type { RequestContext } from './request-context';
import { RealmLookup } from '../access/realms/realm-lookup';

/** Whose organization lets everybody read what is open to the web (messages.md 8, "Spectators"). */
@Injectable()
export class Spectators {
  constructor(private readonly realms: RealmLookup) {}

  /** Undefined for who has an account. @throws DomainError 401 where only members read */
  async of(ctx: RequestContext): Promise<Spectator | undefined> {
    if (ctx.actor) return undefined;
    return { realmId: await this.realmOf(ctx), realmHost: ctx.http.host };
  }

  /** The caller's organization, or the one that lets everybody in. @throws DomainError 401 where only members read */
  async realmOf(ctx: RequestContext): Promise<number> {
    if (ctx.actor) return ctx.actor.realmId;
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm?.isSpectatorAccessEnabled) throw notLoggedIn();
    return realm.id;
  }

  /** Like {@link realmOf}, of endpoints that say when there is no organization at the host. @throws DomainError 404 */
  async realmAt(ctx: RequestContext): Promise<number> {
    if (!ctx.actor && !(await this.realms.findByHost(ctx.http.host))) throw noSuchOrganization();
    return this.realmOf(ctx);
  }
}
