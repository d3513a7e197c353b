import { NewChannel } from '@stoa/database';
import { Role } from '@stoa/policy';

export type DemoRole = 'owner' | 'administrator' | 'moderator' | 'member' | 'guest' | 'bot';

/** Somebody of the demo organization. */
export interface DemoPerson {
  role: DemoRole;
  fullName: string;
  email: string;
}

const DOMAIN = 'demo.example';

export const DEMO_NAME = 'Stoa demo';

export const ROLE_CODES: Readonly<Record<Exclude<DemoRole, 'bot'>, number>> = {
  owner: Role.Owner,
  administrator: Role.Administrator,
  moderator: Role.Moderator,
  member: Role.Member,
  guest: Role.Guest,
};

export const DEMO_OWNER: DemoPerson = { role: 'owner', fullName: 'Olga Owner', email: `owner@${DOMAIN}` };
export const DEMO_BOT: DemoPerson = { role: 'bot', fullName: 'Demo Bot', email: `demo-bot@${DOMAIN}` };

export const DEMO_HUMANS: readonly DemoPerson[] = [
  DEMO_OWNER,
  { role: 'administrator', fullName: 'Adam Administrator', email: `administrator@${DOMAIN}` },
  { role: 'moderator', fullName: 'Mona Moderator', email: `moderator@${DOMAIN}` },
  { role: 'member', fullName: 'Max Member', email: `member1@${DOMAIN}` },
  { role: 'member', fullName: 'Mia Member', email: `member2@${DOMAIN}` },
  { role: 'member', fullName: 'Milo Member', email: `member3@${DOMAIN}` },
  { role: 'guest', fullName: 'Gus Guest', email: `guest@${DOMAIN}` },
];

function channel(name: string, description: string, rest: Partial<NewChannel> = {}): NewChannel {
  return { name, description, renderedDescription: `<p>${description}</p>`, ...rest };
}

/** There before anybody: the default ones are those that every new account is subscribed to. */
export const DEMO_CHANNELS: readonly NewChannel[] = [
  channel('stoa', 'For questions about and discussion of this service', { isDefault: true }),
  channel('sandbox', 'Experiment here', { isDefault: true }),
  channel('general', 'For team-wide conversations', { isDefault: true }),
  channel('lobby', 'Readable without an account', { isDefault: true, isWebPublic: true }),
  channel('design', 'How things should look and work'),
];

/** The bot hears these; people with these roles are in the private channel. */
export const BOT_CHANNELS: readonly string[] = ['general', 'sandbox'];
export const STAFF_CHANNEL = channel('staff', 'For those who run this organization', { inviteOnly: true });
export const STAFF_ROLES: readonly DemoRole[] = ['owner', 'administrator', 'moderator'];
