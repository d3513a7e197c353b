import { Actor } from '@stoa/contracts/rpc';
import { RealmLookup } from '../realms/realm-lookup';
import { Holder } from './api-key-store';

/** The caller, as services get it. @param clientName from the User-Agent, at most 30 characters */
export function actorOf(holder: Holder, realms: RealmLookup, clientName: string): Actor {
  return {
    realmId: holder.realmId,
    partition: holder.partition,
    realmHost: realms.hostOf(holder),
    realmUrl: realms.urlOf(holder),
    userId: holder.userId,
    role: holder.role,
    isBot: holder.isBot,
    botType: holder.botType,
    email: holder.email,
    deliveryEmail: holder.deliveryEmail,
    fullName: holder.fullName,
    clientName,
    canCreateUsers: holder.canCreateUsers,
    canForgeSender: holder.canForgeSender,
  };
}
