import { Static, Type } from '@sinclair/typebox';
import { defineRpc } from '../rpc/define-rpc';
import { EmptyResponseSchema } from '../rpc/empty-response';
import { CLOSED, Nullable } from '../rpc/nullable';

const attribute = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{0,63}$' });

/** How the groups of a directory are found, and which of them are groups here (identity.md 4). */
const MirroredGroupsSchema = Type.Object(
  {
    search_bases: Type.Array(Type.String({ maxLength: 1_000 }), { minItems: 1, maxItems: 10 }),
    filter: Type.String({ maxLength: 2_000 }),
    /** What a group is called: `cn`. */
    name: attribute,
    /** Who is in it: `member`, `uniqueMember`, `memberUid`. */
    members: attribute,
    /** What `members` holds: names of entries, as is usual; or what `attributes.login` holds (`memberUid`). */
    members_are: Type.Optional(Type.Union([Type.Literal('dn'), Type.Literal('login')])),
    /** Who is in a group of a group is in it, too. */
    nested: Type.Optional(Type.Boolean()),
    /** The groups by their names, with another name here where it is to differ; `*`: all that the filter finds. */
    names: Type.Union([
      Type.Literal('*'),
      Type.Array(
        Type.Object(
          { external: Type.String({ maxLength: 300 }), local: Type.Optional(Type.String({ maxLength: 300 })) },
          CLOSED,
        ),
        { minItems: 1, maxItems: 1_000 },
      ),
    ]),
  },
  CLOSED,
);

/** An organization's LDAP directory, as the operator describes it in a file (identity.md 6). */
export const LdapConfigSchema = Type.Object(
  {
    /** Servers of the same directory, tried in order: `ldaps://…`, or `ldap://…` with `start_tls`. */
    urls: Type.Array(Type.String({ pattern: '^ldaps?://[^/?#\\s]+$' }), { minItems: 1, maxItems: 5 }),
    start_tls: Type.Optional(Type.Boolean()),
    /** Passwords travel readably: for tests on one machine. */
    allow_plain: Type.Optional(Type.Boolean()),
    /** Of the authority that signed the servers' certificates, as PEM. */
    ca_certificate: Type.Optional(Type.String({ maxLength: 100_000 })),
    /** Who looks for people; nobody: anonymously. */
    bind_dn: Type.Optional(Type.String({ maxLength: 1_000 })),
    /** Where people are. */
    search_bases: Type.Array(Type.String({ maxLength: 1_000 }), { minItems: 1, maxItems: 10 }),
    /** Who of them may come in. */
    people_filter: Type.String({ maxLength: 2_000 }),
    attributes: Type.Object(
      {
        /** Never changes: `entryUUID`, `objectGUID`. */
        id: attribute,
        /** The address. Absent where names of people make it, with `append_domain`. */
        email: Type.Optional(attribute),
        /** A name that people may type instead of the address: `uid`, `sAMAccountName`. */
        login: Type.Optional(attribute),
        /** The whole name; else its two parts. */
        full_name: Type.Optional(attribute),
        first_name: Type.Optional(attribute),
        last_name: Type.Optional(attribute),
        /** `userAccountControl`, or a boolean that is TRUE for who is out. */
        disabled: Type.Optional(attribute),
        /** Names the groups of an entry. */
        groups: Type.Optional(attribute),
        /** A picture: `thumbnailPhoto`, `jpegPhoto`. */
        avatar: Type.Optional(attribute),
        /** A time zone as IANA names it: `Europe/Berlin`. */
        timezone: Type.Optional(attribute),
        /** A language, as browsers name it: `preferredLanguage`. */
        language: Type.Optional(attribute),
      },
      CLOSED,
    ),
    /** Attributes that are custom profile fields here, with the names of these fields. */
    profile_fields: Type.Optional(
      Type.Array(Type.Object({ external: attribute, local: Type.String({ minLength: 1, maxLength: 40 }) }, CLOSED), {
        maxItems: 50,
      }),
    ),
    /** Addresses are the value of `login`, `@` and this. */
    append_domain: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.-]{1,253}$' })),
    /** Groups whose members have a role; the highest counts, others are members. Without any, roles are left alone. */
    role_groups: Type.Optional(
      Type.Object(
        {
          owner: Type.Optional(Type.String()),
          administrator: Type.Optional(Type.String()),
          moderator: Type.Optional(Type.String()),
          guest: Type.Optional(Type.String()),
        },
        CLOSED,
      ),
    ),
    /** Groups of the directory that are groups here. */
    mirrored_groups: Type.Optional(MirroredGroupsSchema),
    /** Who is not found any more is deactivated. */
    deactivate_missing: Type.Boolean(),
    sync_minutes: Type.Integer({ minimum: 1, maximum: 1_440 }),
  },
  CLOSED,
);
export type LdapConfig = Static<typeof LdapConfigSchema>;

const OF_REALM = { realm_id: Type.Integer(), partition: Type.Integer() };

/** Tries the directory, then stores how it is reached. 400 with the reason if it cannot be asked. */
export const setLdapDirectory = defineRpc({
  subject: 'rpc.users.v1.ldap.set',
  request: Type.Object({ ...OF_REALM, config: LdapConfigSchema, bind_password: Nullable(Type.String()) }),
  /** People that the filter finds. */
  response: Type.Object({ people: Type.Integer() }),
  auth: 'public',
  timeoutMs: 60_000,
  idempotent: true,
});

export const readLdapDirectory = defineRpc({
  subject: 'rpc.users.v1.ldap.read',
  request: Type.Object({ realm_id: Type.Integer() }),
  response: Type.Object({
    directory: Nullable(
      Type.Object({
        config: LdapConfigSchema,
        /** Seconds since 1970. */
        synced_at: Nullable(Type.Integer()),
        problem: Nullable(Type.String()),
      }),
    ),
  }),
  auth: 'public',
  idempotent: true,
});

/** People keep their accounts, which are nobody's but theirs again. */
export const removeLdapDirectory = defineRpc({
  subject: 'rpc.users.v1.ldap.remove',
  request: Type.Object(OF_REALM),
  response: EmptyResponseSchema,
  auth: 'public',
  idempotent: false,
});

export const syncLdapDirectory = defineRpc({
  subject: 'rpc.users.v1.ldap.sync',
  request: Type.Object({
    ...OF_REALM,
    /** Nothing is changed. */
    is_dry_run: Type.Boolean(),
    /** Deactivates however many have left. */
    is_forced: Type.Boolean(),
  }),
  /** Accounts, by what became or would become of them. */
  response: Type.Object({
    changed: Type.Integer(),
    deactivated: Type.Integer(),
    reactivated: Type.Integer(),
    /** Groups that got members, or lost some. */
    groups: Type.Integer(),
    /** One line each for what was passed over, and why. */
    skipped: Type.Array(Type.String()),
  }),
  auth: 'public',
  timeoutMs: 60_000,
  idempotent: false,
});

/** What the directory says of somebody, for operators who look for a mistake. 400 with the reason if it cannot be asked. */
export const findInLdapDirectory = defineRpc({
  subject: 'rpc.users.v1.ldap.find',
  request: Type.Object({
    realm_id: Type.Integer(),
    /** As people type it to sign in. */
    name: Type.String(),
  }),
  response: Type.Object({
    /** Null: nobody, or several. */
    person: Nullable(
      Type.Object({
        dn: Type.String(),
        id: Type.String(),
        login: Nullable(Type.String()),
        email: Type.String(),
        full_name: Type.String(),
        is_disabled: Type.Boolean(),
        /** Null: the directory does not say. */
        role: Nullable(Type.Integer()),
        has_picture: Type.Boolean(),
      }),
    ),
  }),
  auth: 'public',
  idempotent: true,
});
