import { isIn } from '../../store/groups';
import type { State } from '../../store/state';
import { type SettingsKey, ts } from '../../strings/settings-strings';

/** Kinds of bots (users.md 16). */
export const BotType = { Generic: 1, IncomingWebhook: 2, OutgoingWebhook: 3, Embedded: 4 } as const;

const TEXTS: Readonly<Record<number, SettingsKey>> = {
  [BotType.Generic]: 'bots.type.1',
  [BotType.IncomingWebhook]: 'bots.type.2',
  [BotType.OutgoingWebhook]: 'bots.type.3',
  [BotType.Embedded]: 'bots.type.4',
};

export function botTypeText(type: number): string {
  const key = TEXTS[type];
  return key ? ts(key) : String(type);
}

/** Which bots the user may create: any, only those that may do no more than send, or none. */
export function mayCreate(state: State): 'any' | 'webhooks' | 'none' {
  const { realm_can_create_bots_group, realm_can_create_write_only_bots_group } = state.organization;
  if (state.users.get(state.userId)?.is_guest) return 'none';
  if (isIn(state, realm_can_create_bots_group, state.userId)) return 'any';
  return isIn(state, realm_can_create_write_only_bots_group, state.userId) ? 'webhooks' : 'none';
}

/** Kinds that may be chosen; embedded ones only where the service has some. */
export function typesFor(may: ReturnType<typeof mayCreate>, hasEmbedded: boolean): readonly number[] {
  if (may === 'webhooks') return [BotType.IncomingWebhook];
  const types = [BotType.Generic, BotType.IncomingWebhook, BotType.OutgoingWebhook];
  return hasEmbedded ? [...types, BotType.Embedded] : types;
}

/** The part of an address that a name suggests: what people type for it otherwise. */
export function shortNameOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
}
