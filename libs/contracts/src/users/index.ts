export {
  changeUserGroupMembers,
  changeUserGroupSubgroups,
  checkUserGroupMember,
  createUserGroup,
  deactivateUserGroup,
  listUserGroupMembers,
  listUserGroupSubgroups,
  listUserGroups,
  updateUserGroup,
} from './user-groups.api';
