import type { RowOf } from '@stoa/database';

/** A row of `profile_field`. */
export type ProfileFieldRow = RowOf<
  'ProfileField',
  | 'id'
  | 'name'
  | 'field_type'
  | 'hint'
  | 'field_data'
  | 'position'
  | 'required'
  | 'editable_by_user'
  | 'display_in_profile_summary'
  | 'use_for_user_matching'
>;
