import { Injectable } from '@nestjs/common';
import { SettingValues, UserSetting, applySettings } from '@stoa/contracts/users';
import { eventOf } from '@stoa/contracts/events';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { Database, Lock, WriteTransaction, lockRealm, lockUser, setKeys } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import type { ChangeFacts, DirectoryUser } from '@stoa/directory';
import { type ManagedField, apiEmail, canonicalTimeZone, isAdministrator } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { Reauthentication } from '../../people/logins/reauthentication';
import { FieldAuthority } from '../../shared/directory-accounts/field-authority';
import { AccountWritesRepository } from '../../shared/user-changes/account-writes.repository';
import { FullNameChanges } from '../../shared/user-changes/full-name-changes';
import { humanAdministrators } from '../../shared/user-changes/human-administrators';
import { addressChanges, personChange } from '../../shared/user-set/person-change';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { UserAudiences } from '../../shared/user-changes/user-audiences';
import { awayEvent } from './away-change';
import { READ_FROM_COPIES } from './copied-settings';
import { EmailChanges } from './email-changes';
import { PasswordChange } from './password-change';
import { PresenceVisibility } from './presence-visibility';
import { settingEvents } from '../../shared/user-changes/setting-change';
import { changedSettings, checkSettingValues, settingValuesOf } from './setting-rules';
import { SettingsRepository } from './settings.repository';

/** Settings that others see, or whose changes others get: their audience is read under the realm's lock. */
const SEEN_BY_OTHERS = ['email_address_visibility', 'presence_enabled', 'allow_private_data_export'];

const TIME_ZONE: Pick<UserSetting, 'name' | 'legacy'> = { name: 'timezone', legacy: 'display' };

/** What the transaction does, all of it checked before. */
interface PreparedUpdate {
  settings: SettingValues;
  timezone: string | null;
  fullName: string | null;
  passwordHash: string | null;
  /** The session that asks, which goes on when a new password ends the others. */
  keptSessionId: number | null;
}

/** The user's own settings and account (users.md 8). */
@Injectable()
export class SettingsService {
  constructor(
    private readonly database: Database,
    private readonly repository: SettingsRepository,
    private readonly facts: ChangeFactsReader,
    private readonly audiences: UserAudiences,
    private readonly names: FullNameChanges,
    private readonly accounts: AccountWritesRepository,
    private readonly passwords: PasswordChange,
    private readonly emails: EmailChanges,
    private readonly presence: PresenceVisibility,
    private readonly sessions: SessionEndings,
    private readonly authority: FieldAuthority,
    private readonly reauthentication: Reauthentication,
  ) {}

  /**
   * Only what differs is written and announced. @throws DomainError with a text of users.md 8; then nothing has changed
   */
  @Handles(applySettings)
  async update(ctx: ActorContext, request: RpcRequest<typeof applySettings>): Promise<void> {
    const settings = settingValuesOf(request);
    checkSettingValues(settings);
    const { realmId } = ctx.actor;
    const passwordHash = await this.passwords.prepare(ctx.actor, request);
    const switches = await this.repository.switches(realmId);
    const isExempt = isAdministrator(ctx.actor);
    const email = await this.emails.check(ctx, request.email, switches.emailChangesDisabled && !isExempt);
    const mayRename = !switches.nameChangesDisabled || isExempt;
    await this.assertUnmanaged(ctx, mayRename ? request.full_name : undefined, email);
    if (email !== null) await this.requireProof(ctx, request);
    const prepared: PreparedUpdate = {
      settings,
      timezone: request.timezone === undefined ? null : canonicalTimeZone(request.timezone),
      fullName: mayRename ? (request.full_name ?? null) : null,
      passwordHash,
      keptSessionId: request.kept_session_id ?? null,
    };
    const locks = locksOf(ctx, prepared);
    const changed = await this.database.write(ctx, locks, (tx) => this.apply(tx, ctx, prepared, locks.length > 1));
    if (typeof changed.presence_enabled === 'boolean') await this.presence.changed(ctx, changed.presence_enabled);
    if (email !== null) await this.emails.begin(ctx, email);
  }

  /**
   * Whoever has another's browser must not take the account over by its address. Keys have no session to steal. Gateways
   * have asked before; those of the release before rely on this.
   */
  private async requireProof(
    { actor }: ActorContext,
    { kept_session_id: sessionId, password = '' }: RpcRequest<typeof applySettings>,
  ): Promise<void> {
    if (sessionId !== undefined) await this.reauthentication.require(actor, { password, sessionId });
  }

  /** @throws DomainError for what a directory has the say over */
  private assertUnmanaged({ actor }: ActorContext, fullName: string | undefined, email: string | null): Promise<void> {
    const fields: ManagedField[] = email === null ? [] : ['email'];
    if (fullName !== undefined && fullName.trim() !== actor.fullName) fields.push('full_name');
    return this.authority.assertUserMaySet(this.database, actor.userId, fields);
  }

  private async apply(
    tx: WriteTransaction,
    ctx: ActorContext,
    prepared: PreparedUpdate,
    isSeenByOthers: boolean,
  ): Promise<SettingValues> {
    const { userId } = ctx.actor;
    // Read before anything is written: copies of the users would otherwise hold what is not committed.
    const facts = isSeenByOthers ? await this.facts.current(ctx) : null;
    let user = facts?.requester ?? null;
    if (prepared.passwordHash !== null) {
      await this.repository.storePassword(tx, userId, prepared.passwordHash);
      await this.sessions.ofUsers(tx, [userId], 'password_change', prepared.keptSessionId);
    }
    if (facts && user && prepared.fullName !== null) {
      user = await this.names.change(tx, facts, user, prepared.fullName);
    }
    const stored = await this.repository.ofUser(tx, userId);
    const changes = changedSettings(stored, prepared.settings);
    const isNewZone = prepared.timezone !== null && prepared.timezone !== stored.timezone;
    const changed: SettingValues = Object.fromEntries(changes.map(({ setting, value }) => [setting.name, value]));
    if (isNewZone && prepared.timezone !== null) changed.timezone = prepared.timezone;
    if (Object.keys(changed).length === 0) return changed;
    const managed = (['timezone', 'default_language'] as const).filter((name) => name in changed);
    await this.authority.assertUserMaySet(readerOf(tx), userId, managed);
    await this.repository.storeOfUser(tx, userId, changed);
    if (changed.enable_drafts_synchronization === false) await this.repository.deleteDrafts(tx, [userId]);
    if (Object.keys(changed).some((name) => READ_FROM_COPIES.has(name))) this.bump(tx, userId);
    const owner = { id: userId, email: user?.email ?? ctx.actor.email };
    for (const { setting, value } of changes) {
      tx.emit(...settingEvents(owner, setting, value));
      if (facts && user) user = await this.tellOthers(tx, facts, user, setting.name, value);
    }
    if (isNewZone && facts && user && prepared.timezone !== null) {
      tx.emit(...settingEvents(owner, TIME_ZONE, prepared.timezone));
      await this.tellTimeZone(tx, facts, user, prepared.timezone);
    }
    return changed;
  }

  /** @returns the user as it is after the setting's effects */
  private async tellOthers(
    tx: WriteTransaction,
    facts: ChangeFacts,
    user: DirectoryUser,
    name: string,
    value: SettingValues[string],
  ): Promise<DirectoryUser> {
    if (name === 'allow_private_data_export') {
      const consent = { user_id: user.id, consented: value === true };
      tx.emit(eventOf('realm_export_consent', consent, humanAdministrators(facts.users)));
    }
    if (name === 'presence_enabled') {
      tx.emit(awayEvent(user.id, value === false, await this.audiences.accessorIds(tx, facts, user)));
    }
    if (name !== 'email_address_visibility') return user;
    const visibility = Number(value);
    const { id: userId, deliveryEmail, isBot } = user;
    const email = apiEmail({ userId, deliveryEmail, visibility, isBot }, facts.ctx.actor.realmHost);
    const after = { ...user, email, emailAddressVisibility: visibility };
    await this.accounts.setAddresses(tx, after);
    const { accessors } = await this.audiences.of(tx, facts, after);
    tx.emit(...addressChanges(tx.realmId, user, after, accessors));
    return after;
  }

  private async tellTimeZone(
    tx: WriteTransaction,
    facts: ChangeFacts,
    user: DirectoryUser,
    timezone: string,
  ): Promise<void> {
    const accessors = await this.audiences.accessorIds(tx, facts, user);
    tx.emit(personChange({ user_id: user.id, email: user.email, timezone }, accessors));
    this.bump(tx, user.id);
  }

  private bump(tx: WriteTransaction, userId: number): void {
    tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids: [userId] });
  }
}

function locksOf({ actor }: ActorContext, { settings, timezone, fullName }: PreparedUpdate): Lock[] {
  const isSeen = timezone !== null || fullName !== null || SEEN_BY_OTHERS.some((name) => name in settings);
  const own = lockUser(actor.userId);
  return isSeen ? [lockRealm(actor.realmId, 'exclusive'), own] : [own];
}
