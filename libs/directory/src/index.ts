export { Directory, DirectoryView } from './directory';
export type { UsedVersions } from './directory';
export { DirectoryModule } from './directory.module';
export { ChannelMembers, RealmChannels, RealmGroups } from './directory-sets';
export type { DirectoryChannel, DirectoryGroup, RealmSettings } from './directory-sets';
export { RealmUsers } from './directory-user';
export type { DirectoryUser } from './directory-user';
export { directoryChannel } from './directory-rows';
export type { DirectoryChannelRow } from './directory-rows';
