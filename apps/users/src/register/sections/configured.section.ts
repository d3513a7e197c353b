import { emojiTable } from '../../shared/realm-facts/emoji-table';
import { ConfiguredRow } from '../state/register-rows';
import { RegisterState } from '../state/register-state';
import { PROFILE_FIELD_TYPES } from '../../shared/realm-facts/server-facts';

type Fields = Record<string, unknown>;

/** Lists that administrators configure: domains, emoji, linkifiers, playgrounds, profile fields. */
export function configuredFields(state: RegisterState, rows: ConfiguredRow): Fields {
  const { wanted, request } = state;
  const fields: Fields = {};
  if (wanted.has('realm_domains')) fields.realm_domains = rows.domains;
  if (wanted.has('realm_emoji')) fields.realm_emoji = emojiTable(state.realm.id, rows.emoji);
  if (wanted.has('realm_linkifiers')) {
    fields.realm_linkifiers = request.client_capabilities.linkifier_url_template ? rows.linkifiers : [];
  }
  if (wanted.has('realm_filters')) fields.realm_filters = [];
  if (wanted.has('realm_playgrounds')) fields.realm_playgrounds = rows.playgrounds;
  if (wanted.has('custom_profile_fields')) {
    fields.custom_profile_fields =
      state.user === null ? [] : profileFields(rows.profile_fields, request.without_pronouns);
    const { PRONOUNS, ...older } = PROFILE_FIELD_TYPES;
    fields.custom_profile_field_types = request.without_pronouns ? older : { ...older, PRONOUNS };
  }
  return fields;
}

/** Old mobile apps see pronouns as short text (realtime.md 1.3). */
function profileFields(rows: ConfiguredRow['profile_fields'], withoutPronouns: boolean): Fields[] {
  const type = (id: number): number => (withoutPronouns && id === PROFILE_FIELD_TYPES.PRONOUNS.id ? 1 : id);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: type(row.field_type),
    hint: row.hint,
    field_data: row.field_data,
    order: row.position,
    required: row.required,
    editable_by_user: row.editable_by_user,
    ...(row.display_in_profile_summary ? { display_in_profile_summary: true } : {}),
    ...(row.use_for_user_matching ? { use_for_user_matching: true } : {}),
  }));
}
