import { DirectoryUser, RealmChannels, RealmGroups, RealmSettings, RealmUsers } from '@stoa/directory';
import { ActorContext } from '@stoa/rpc';

export interface ChangeFacts {
  ctx: ActorContext;
  requester: DirectoryUser;
  settings: RealmSettings;
  users: RealmUsers;
  groups: RealmGroups;
  channels: RealmChannels;
}
