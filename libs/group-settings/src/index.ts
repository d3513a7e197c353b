export { changedGroupSetting, checkGroupValue } from './group-setting-checks';
export type { GroupSettingFacts, GroupSettingChangeRequest } from './group-setting-checks';
export { groupValues, wireGroupValue } from './group-values';
export { dropSettingGroups, insertSettingGroup, insertSettingGroups, storeSettingGroup } from './setting-groups';
