import { Role } from '@stoa/policy';
import { ArchiveBuilder } from '../conversion/archive-builder';
import { JsonObject, field, isObject } from '../conversion/foreign-export';
import { Addresses, storableName } from '../conversion/foreign-texts';
import { addToRoleGroups } from '../conversion/system-groups';

export interface SlackPerson {
  id: number;
  name: string;
  isActive: boolean;
}

const INCOMING_WEBHOOK = 2;

/** The people of a workspace, and the bots that posted into it. Ids count up from 1. */
export class SlackPeople {
  private readonly bySlackId = new Map<string, SlackPerson>();
  private readonly addresses = new Addresses();
  private lastId = 0;
  private hasOwner = false;

  constructor(
    private readonly builder: ArchiveBuilder,
    private readonly ownerEmail: string | undefined,
  ) {}

  get(slackId: string): SlackPerson | undefined {
    return this.bySlackId.get(slackId);
  }

  get everybody(): readonly SlackPerson[] {
    return [...this.bySlackId.values()];
  }

  get isOwned(): boolean {
    return this.hasOwner;
  }

  async addUser(record: JsonObject): Promise<void> {
    const slackId = field.text(record, 'id');
    if (slackId === '' || this.bySlackId.has(slackId)) {
      this.builder.problem('users.json', `a user with the id "${slackId}" is there twice, or has none; left out`);
      return;
    }
    const profile = isObject(record.profile) ? record.profile : {};
    const isBot = field.flag(record, 'is_bot') || field.flag(record, 'is_app_user') || slackId === 'USLACKBOT';
    const names = [field.text(profile, 'real_name'), field.text(record, 'real_name'), field.text(record, 'name')];
    const email = field.text(profile, 'email');
    const role = isBot ? Role.Member : this.roleOf(record, email);
    await this.add(slackId, {
      name: storableName(names.find((name) => name.trim() !== '') ?? '', `User ${slackId}`),
      email,
      role,
      isBot,
      isActive: !field.flag(record, 'deleted'),
      timezone: field.text(record, 'tz'),
    });
  }

  /** A bot that posted without being a user. */
  async bot(botId: string, name: string): Promise<SlackPerson> {
    const known = this.bySlackId.get(botId);
    if (known) return known;
    const bot = { name: storableName(name, `Bot ${botId}`), email: '', role: Role.Member, isBot: true, isActive: true };
    return this.add(botId, { ...bot, timezone: '' });
  }

  /** Somebody whom the export names and does not describe. */
  async stranger(slackId: string): Promise<SlackPerson> {
    const known = this.bySlackId.get(slackId);
    if (known) return known;
    const stranger = { name: `User ${slackId}`, email: '', role: Role.Member, isBot: false, isActive: false };
    return this.add(slackId, { ...stranger, timezone: '' });
  }

  private roleOf(record: JsonObject, email: string): number {
    const isNamed = this.ownerEmail !== undefined && email.toLowerCase() === this.ownerEmail.toLowerCase();
    if (isNamed || field.flag(record, 'is_owner') || field.flag(record, 'is_primary_owner')) {
      if (!field.flag(record, 'deleted')) this.hasOwner = true;
      return Role.Owner;
    }
    if (field.flag(record, 'is_admin')) return Role.Administrator;
    const isGuest = field.flag(record, 'is_restricted') || field.flag(record, 'is_ultra_restricted');
    return isGuest ? Role.Guest : Role.Member;
  }

  private async add(
    slackId: string,
    person: { name: string; email: string; role: number; isBot: boolean; isActive: boolean; timezone: string },
  ): Promise<SlackPerson> {
    this.lastId += 1;
    const id = this.lastId;
    const fallback = `${slackId.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')}@slack-import.invalid`;
    const { address, isReplaced } = this.addresses.take(person.email, fallback);
    if (isReplaced && person.email !== '') {
      this.builder.problem('users.json', `${slackId}: the address is none, or another user's; ${address} instead`);
    }
    const added: SlackPerson = { id, name: person.name, isActive: person.isActive };
    this.bySlackId.set(slackId, added);
    await this.builder.add('account', {
      id,
      delivery_email: address,
      full_name: person.name,
      role: person.role,
      is_active: person.isActive,
      is_bot: person.isBot,
      is_imported_stub: !person.isBot,
      bot_type: person.isBot ? INCOMING_WEBHOOK : null,
      timezone: person.timezone,
    });
    await addToRoleGroups(this.builder, { id, role: person.role, isFullMember: true });
    return added;
  }
}
