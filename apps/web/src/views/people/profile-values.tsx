import { useClientState } from '../../client/client';
import { useRenderFacts } from '../../client/render-facts';
import { peopleText } from '../../parts/people-text';
import { MessageContent } from '../../render/message-content';
import type { Organization } from '../../store/organization';
import type { User } from '../../store/state';
import { languageInUse } from '../../strings/strings';
import { FieldType, fieldOptions, peopleOf } from '../settings/profile-field-types';
import { accountUrl } from './external-account';

export type ProfileField = Organization['custom_profile_fields'][number];
type Entry = NonNullable<User['profile_data']>[string];

const NO_MARKS = { isMentioned: false, isWildcardMentioned: false, alertWords: [] };

function Outside({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <bdi>{children}</bdi>
    </a>
  );
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

function Account({ field, value }: { field: ProfileField; value: string }) {
  const known = useClientState((state) => state.organization.realm_default_external_accounts);
  const href = accountUrl(field.field_data, value, known);
  return href === undefined ? <bdi>{value}</bdi> : <Outside href={href}>{value}</Outside>;
}

function PeopleValue({ value }: { value: string }) {
  const text = useClientState((state) => peopleText(state, peopleOf(value)));
  return <bdi>{text}</bdi>;
}

function Rendered({ html }: { html: string }) {
  const facts = useRenderFacts();
  return <MessageContent html={html} facts={facts} message={NO_MARKS} />;
}

/** What somebody says under a field of the organization (organization.md 8). */
function ProfileValue({ field, entry: { value, rendered_value } }: { field: ProfileField; entry: Entry }) {
  switch (field.type) {
    case FieldType.Choice:
      return <bdi>{fieldOptions(field.field_data).find((option) => option.value === value)?.text ?? value}</bdi>;
    case FieldType.Date: {
      const date = new Date(`${value}T00:00:00`);
      const isDate = !Number.isNaN(date.getTime());
      return isDate ? new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'long' }).format(date) : value;
    }
    case FieldType.Link:
      return isWebAddress(value) ? <Outside href={value}>{value}</Outside> : <bdi>{value}</bdi>;
    case FieldType.People:
      return <PeopleValue value={value} />;
    case FieldType.ExternalAccount:
      return <Account field={field} value={value} />;
    default:
      return rendered_value === undefined ? <bdi>{value}</bdi> : <Rendered html={rendered_value} />;
  }
}

/** Fields that somebody filled in, in the organization's order. */
function filledFields(
  fields: readonly ProfileField[],
  { profile_data = {} }: Pick<User, 'profile_data'>,
): readonly { field: ProfileField; entry: Entry }[] {
  return [...fields]
    .sort((a, b) => a.order - b.order)
    .flatMap((field) => {
      const entry = profile_data[String(field.id)];
      return entry && entry.value !== '' ? [{ field, entry }] : [];
    });
}

interface ProfileListProps {
  user: User;
  /** Only what stands on cards. */
  isSummary?: boolean;
}

/** What somebody says about themselves. */
export function ProfileList({ user, isSummary = false }: ProfileListProps) {
  const fields = useClientState((state) => state.organization.custom_profile_fields);
  const shown = filledFields(fields, user).filter(({ field }) => !isSummary || field.display_in_profile_summary);
  if (shown.length === 0) return null;
  return (
    <dl className="profile-list">
      {shown.map(({ field, entry }) => (
        <div key={field.id}>
          <dt>{field.name}</dt>
          <dd>
            <ProfileValue field={field} entry={entry} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
