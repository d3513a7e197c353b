/** A row of `profile_field`. */
export interface ProfileFieldRow {
  id: number;
  name: string;
  field_type: number;
  hint: string;
  field_data: string;
  position: number;
  required: boolean;
  editable_by_user: boolean;
  display_in_profile_summary: boolean;
}
